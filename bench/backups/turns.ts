import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cpuSecondsOfEnded } from "../machine/process-reading.ts";
import { AgentWork, ManySnapshots } from "./agent-work-shape.ts";

/** What a turn of a program has cost. */
export interface Turn {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly output: string;
}

/** The access of programs to the store, which looks at none of it. */
const account = { AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench", AWS_DEFAULT_REGION: "us-east-1" };
/** What this machine sets for AWS is none of the bench's. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_")));
const packaging = fileURLToPath(new URL("../../scripts/package-agent.ts", import.meta.url));

/** As the agent is run. */
const sparing = "--max-semi-space-size=1";
const oneHeap = { MALLOC_ARENA_MAX: "1" };

/** Runs a program to its end, with what it and its children took of the processors. @throws where it fails */
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

/** Makes one file of a program that runs the agent's code, as the agent is one, so that its memory is the agent's. */
export async function packaged(entry: URL, directory: string): Promise<string> {
  const program = join(directory, `${basename(entry.pathname, ".ts")}.mjs`);
  await turnOf(process.execPath, [packaging, program, fileURLToPath(entry)]);
  return program;
}

interface AgentTurn {
  /** What `packaged` has made. */
  readonly program: string;
  readonly work: "files" | "blocks" | "restore";
  readonly origin: string;
  readonly folder: string;
  readonly memory: string;
}

/** A turn of the agent's code. Its start is not counted: the agent runs already. */
export async function agentTurn({ program, work, origin, folder, memory }: AgentTurn): Promise<AgentWork> {
  return AgentWork.parse(await printedBy(program, work, origin, folder, memory));
}

/** A turn of the agent's code with a set of so many snapshots. */
export async function snapshotsTurn(program: string, origin: string, count: number): Promise<ManySnapshots> {
  return ManySnapshots.parse(await printedBy(program, origin, String(count)));
}

async function printedBy(program: string, ...words: readonly string[]): Promise<unknown> {
  const { output } = await turnOf(process.execPath, [sparing, program, ...words], oneHeap);
  return JSON.parse(output);
}

/** Debian's programs where they are installed, else those that are found. Undefined: it is not there. */
export function programNamed(name: string): string | undefined {
  return ["/usr/bin", ...(process.env.PATH ?? "").split(":")]
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(path));
}
