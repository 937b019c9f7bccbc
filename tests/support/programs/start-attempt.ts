import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../local-runtime/start.mjs", import.meta.url));

/** Result of starting the product when it is expected to end. */
export interface StartAttempt {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Starts the product in this folder, by default as `npm start` does, and waits until it has ended. */
export async function startAttempt(
  environment: Readonly<Record<string, string>>,
  folder: string,
  words: readonly string[] = ["demo-or-server"],
): Promise<StartAttempt> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, output, errors };
}
