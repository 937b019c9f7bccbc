import type { Clock } from "#shared/ports/clock.ts";
import type { Log, LogLine } from "#shared/ports/log.ts";

/** Log of a function. */
export interface ConsoleLog extends Log {
  /** Writes counts that have no line of their own. */
  counted(text: string): void;
}

/** Implements the Log port on Lambda: JSON lines on the standard output, which CloudWatch stores. */
export function consoleLog(
  clock: Clock,
  { keepsApplicationDebug }: { readonly keepsApplicationDebug: boolean },
  write: (line: string) => void = (line) => process.stdout.write(line),
): ConsoleLog {
  const add = (level: string, line: LogLine) =>
    write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level, ...line })}\n`);
  return {
    info: (line) => add("info", line),
    error: (line) => add("error", line),
    receiver: (line) => add("receiver", line),
    application(kind, line) {
      if (kind !== "debug" || keepsApplicationDebug) add(`app-${kind}`, line);
    },
    // Lambda's own reports and traces replace it there.
    debug: () => undefined,
    counted: (counted) => add("counted", { counted }),
    flush: async () => undefined,
  };
}
