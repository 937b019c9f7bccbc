import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** One of our programs in a separate process. */
export interface ChildProgram {
  readonly process: ChildProcess;
  /** Resolves with all printed lines once there are at least `count`. */
  lines(count: number): Promise<readonly string[]>;
  publish(line: string): void;
  /** Resolves with the exit code and everything printed, once the program has ended. */
  ended(): Promise<{ readonly code: number | null; readonly lines: readonly string[]; readonly errors: string }>;
}

export function startChild(program: URL, ...args: readonly string[]): ChildProgram {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], { stdio: "pipe" });
  const ended = once(child, "close");
  let printed = "";
  let errors = "";
  let changed = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    changed.resolve();
    changed = Promise.withResolvers();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const whole = (): readonly string[] => printed.split("\n").slice(0, -1);

  return {
    process: child,
    async lines(count) {
      while (whole().length < count) {
        const more = await Promise.race([changed.promise.then(() => true), ended.then(() => false)]);
        if (!more) throw new Error(`The program ended after ${whole().length} lines: ${errors}`);
      }
      return whole();
    },
    publish(line) {
      child.stdin.write(`${line}\n`);
    },
    async ended() {
      await ended;
      return { code: child.exitCode, lines: whole(), errors };
    },
  };
}
