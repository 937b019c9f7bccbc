import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The product as `npm start` runs it, in a separate process. */
export interface LatchkeyProcess {
  readonly baseUrl: string;
  readonly pid: number;
  /** Returns everything written to standard output and standard error so far. */
  printed(): string;
  /** Asks the process to end. Resolves with its exit code and signal. */
  terminate(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export type Command = readonly [program: string, args: readonly string[]];

/** Starts the product with these settings and waits until it answers. `within` changes the command that starts it. */
export async function latchkeyProcess(
  environment: Readonly<Record<string, string>>,
  within: (...command: Command) => Command = (...command) => command,
): Promise<LatchkeyProcess> {
  const program = fileURLToPath(new URL("../../../local-runtime/start.mjs", import.meta.url));
  const child = spawn(...within(process.execPath, [program, "demo-or-server"]), {
    env: { PATH: process.env.PATH, PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit") as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let output = "";
  child.stdout.on("data", (text: Buffer) => {
    output += text;
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /^Latchkey ready at (\S+)/.exec(line)?.[1];
    if (baseUrl === undefined) continue;
    // Leaving the loop stops the reading of lines, but later output is still needed.
    setImmediate(() => child.stdout.resume());
    return {
      baseUrl,
      pid: child.pid as number,
      printed: () => output + errors,
      async terminate() {
        child.kill("SIGTERM");
        const [code, signal] = await ended;
        return { code, signal };
      },
    };
  }
  throw new Error(`Latchkey ended before it was ready: ${errors}`);
}
