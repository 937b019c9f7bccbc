import type { Clock } from "#shared/ports/clock.ts";
import type { Log, LogLine } from "#shared/ports/log.ts";

/** The Log port on Lambda: JSON lines on the standard output, which CloudWatch keeps. */
export function consoleLog(
  clock: Clock,
  { keepsApplicationDebug }: { readonly keepsApplicationDebug: boolean },
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const add = (level: string, line: LogLine) =>
    write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level, ...line })}\n`);
  return {
    info: (line) => add("info", line),
    error: (line) => add("error", line),
    receiver: (line) => add("receiver", line),
    application(kind, line) {
      if (kind !== "debug" || keepsApplicationDebug) add(`app-${kind}`, line);
    },
    // Lambda's own reports and traces serve for it there.
    debug: () => undefined,
    flush: async () => undefined,
  };
}
