import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a program to its end, and returns the duration in seconds. @throws if it fails */
export async function ranSeconds(command: string, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return (performance.now() - startedAt) / 1_000;
}
