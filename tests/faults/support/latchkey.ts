import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Fault } from "../row.ts";

/** The product, started by a command line. */
export interface StartedLatchkey {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Makes a call as the demo's administrator. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  log(): string;
  printed(): string;
}

const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));
export const startProgram = fileURLToPath(new URL("../../../local-runtime/start.mjs", import.meta.url));
export const administrator = `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`;

const demoReady = /^Latchkey ready at (\S+)[\s\S]*The key above/m;
const serverReady = /^Latchkey ready at (\S+)/m;

/** Starts the product, by default as a demo with the sandbox and its agent, and waits until it answers. */
export async function startProduct(
  { folder, atEnd }: Pick<Fault, "folder" | "atEnd">,
  [command = process.execPath, ...words]: readonly string[] = [process.execPath, startProgram, "demo"],
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedLatchkey> {
  const dataDir = join(folder, "data");
  const child = spawn(command, words, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => printed.push(text));
  atEnd(() => {
    for (const pid of [...descendants(child.pid ?? 0), child.pid ?? 0]) killed(pid);
  });
  const text = () => printed.join("");
  const isDemo = environment.FMS_URL === undefined;
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      // The demo's lines follow in the same chunk.
      const [, ready] = (isDemo ? demoReady : serverReady).exec(text()) ?? [];
      if (ready !== undefined) resolve(ready);
    });
    child.once("close", () => reject(new Error(`It ended before it was ready: ${text()}`)));
  });
  return {
    child,
    baseUrl,
    dataDir,
    printed: text,
    ask: (path, init) =>
      fetch(baseUrl + path, { ...init, headers: { ...init?.headers, Authorization: administrator } }),
    log: () => ["svc-info.log", "svc-error.log"].map((name) => fileText(join(dataDir, "logs", name))).join("\n"),
  };
}

/** Returns the address and the key that a start on the sandbox prints. */
export function demoCall(printed: string): { readonly address: string; readonly key: string } {
  const [, key, address] = /-H 'Authorization: Bearer (\S+)' '(\S+)'/.exec(printed) ?? [];
  if (key === undefined || address === undefined) throw new Error(`No demo key was printed: ${printed}`);
  return { key, address };
}

/** Polling interval for other processes, which don't report their state. */
const lookEveryMs = 50;

/** Waits until a condition holds. Only a failing row waits until the timeout. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  throw new Error(`Not within ${seconds} seconds: ${what}`);
}

export function descendants(parent: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = fileText(`/proc/${name}/stat`).split(") ").at(-1)?.split(" ");
    if (stat?.[1] !== undefined && stat[0] !== "Z") parents.set(Number(name), Number(stat[1]));
  }
  const below = (pid: number): number[] =>
    [...parents].filter(([, above]) => above === pid).flatMap(([child]) => [child, ...below(child)]);
  return below(parent);
}

/** Returns the descendant of a process whose command line contains a word. */
export function descendant(parent: number, word: string): number | undefined {
  return descendants(parent).find((pid) =>
    fileText(`/proc/${pid}/cmdline`)
      .split("\0")
      .some((part) => part.includes(word)),
  );
}

export function isAlive(pid: number): boolean {
  return !["", "Z"].includes(fileText(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[0] ?? "");
}

export function fileText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // It hasn't started or has already ended: the waiting code looks again.
  }
}

function killed(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
