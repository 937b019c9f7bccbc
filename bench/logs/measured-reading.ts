import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { startProgram } from "../machine/program.ts";
import { type Reading, ReadingReport } from "./reading-report.ts";

interface MeasuredReading {
  readonly folder: string;
  readonly name: string;
  readonly reading: Reading;
  readonly rounds: number;
  readonly cores: string | undefined;
}

/** Measures reading the log in a separate program: one file without types, like the agent, so that its memory use is the same. */
export async function measuredReading({
  folder,
  name,
  reading,
  rounds,
  cores,
}: MeasuredReading): Promise<ReadingReport> {
  const bundle = join(folder, "reading-process.mjs");
  await build({ entryPoints: [PROGRAM], outfile: bundle, bundle: true, platform: "node", format: "esm" });
  const program = await startProgram({
    command: process.execPath,
    args: [SPARING, bundle, folder, name, reading, String(rounds)],
    core: cores,
    ready: (line) => (line.startsWith("{") ? line : undefined),
    readyWithinSeconds: 600,
  });
  await program[Symbol.asyncDispose]();
  return ReadingReport.parse(JSON.parse(program.readiness));
}

/** Options with which the local runtime starts the agent. */
const SPARING = "--max-semi-space-size=1";
const PROGRAM = fileURLToPath(new URL("./reading-process.ts", import.meta.url));
