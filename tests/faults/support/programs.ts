import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Fault } from "../row.ts";

export const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));

/** Time that a program may take to clean up, in milliseconds. */
const putAwayMs = 10_000;

/** Returns a message if this machine lacks a required program. */
export function withoutProgram(name: string): string | undefined {
  try {
    execFileSync("which", [name], { stdio: "ignore" });
    return undefined;
  } catch {
    return `${name} is not installed here`;
  }
}

/** Returns a message if this machine lacks a library that is loaded before a program. */
export function withoutLibrary(path: string): string | undefined {
  return existsSync(path) ? undefined : `${path} is not installed here`;
}

/** Runs one of our own programs to its end. @throws with its output if it fails */
export function ran(
  { atEnd }: Pick<Fault, "atEnd">,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(process.execPath, words, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => void child.once("close", resolve));
  atEnd(async () => {
    // It cleans up what it has started itself.
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), putAwayMs);
    await ended;
    clearTimeout(late);
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => printed.push(text));
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => {
      const text = printed.join("");
      if (code === 0) resolve(text);
      else reject(new Error(`${words.join(" ")} ended with ${code}:\n${text.slice(-4_000)}`));
    });
  });
}
