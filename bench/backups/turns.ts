import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cpuSecondsOfEnded } from "../machine/process-reading.ts";
import { AgentWork, ManySnapshots } from "./agent-work-shape.ts";

/** Cost of a program's turn. */
export interface Turn {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly output: string;
}

/** Credentials for the store, which doesn't check them. */
const account = { AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench", AWS_DEFAULT_REGION: "us-east-1" };
/** This machine's AWS settings must not affect the bench. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_")));
const packaging = fileURLToPath(new URL("../../scripts/package-agent.ts", import.meta.url));

/** Options with which the agent runs. */
const sparing = "--max-semi-space-size=1";
const oneHeap = { MALLOC_ARENA_MAX: "1" };

/** Runs a program to its end, and measures the CPU time of the program and its children. @throws if it fails */
export async function turnOf(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Turn> {
  const cpuBefore = cpuSecondsOfEnded(process.pid);
  const startedAt = performance.now();
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...inherited, ...account, ...environment },
  });
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  const [code] = await once(child, "close");
  const output = Buffer.concat(pieces).toString("utf8");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${output.slice(-500)}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { seconds, cpuSeconds: cpuSecondsOfEnded(process.pid) - cpuBefore, output };
}

/** Bundles a program with the agent's code into one file, as for the agent itself, so that its memory use is the same. */
export async function packaged(entry: URL, directory: string): Promise<string> {
  const program = join(directory, `${basename(entry.pathname, ".ts")}.mjs`);
  await turnOf(process.execPath, [packaging, program, fileURLToPath(entry)]);
  return program;
}

interface AgentTurn {
  /** Result of `packaged`. */
  readonly program: string;
  readonly work: "files" | "blocks" | "restore";
  readonly origin: string;
  readonly folder: string;
  readonly memory: string;
}

/** Runs a turn of the agent's code. The start isn't measured, because the real agent is already running. */
export async function agentTurn({ program, work, origin, folder, memory }: AgentTurn): Promise<AgentWork> {
  return AgentWork.parse(await printedBy(program, work, origin, folder, memory));
}

/** Runs a turn of the agent's code with a set of `count` snapshots. */
export async function snapshotsTurn(program: string, origin: string, count: number): Promise<ManySnapshots> {
  return ManySnapshots.parse(await printedBy(program, origin, String(count)));
}

async function printedBy(program: string, ...words: readonly string[]): Promise<unknown> {
  const { output } = await turnOf(process.execPath, [sparing, program, ...words], oneHeap);
  return JSON.parse(output);
}

/** Returns the path of a program, preferring Debian's; undefined if it isn't installed. */
export function programNamed(name: string): string | undefined {
  return ["/usr/bin", ...(process.env.PATH ?? "").split(":")]
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(path));
}
