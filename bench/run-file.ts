import { readFile } from "node:fs/promises";
import * as z from "zod";
import { MachineFacts } from "./machine/facts.ts";
import { MeasuredNumber } from "./measured-number.ts";
import { Verdict } from "./report.ts";

const Cell = z.union([MeasuredNumber, z.string()]);

/** Table in a file. */
export const TableShape = z.object({
  title: z.string(),
  columns: z.array(z.string()).readonly(),
  rows: z.array(z.array(Cell).readonly()).readonly(),
});

/** Result of a full run in `bench/results/`, from which the page is written. */
export const ProxyRun = z.object({
  bench: z.literal("proxy"),
  mode: z.enum(["quick", "full"]),
  measuredAt: z.iso.datetime(),
  machine: MachineFacts,
  /** Versions of the contestants, by name. */
  versions: z.record(z.string(), z.string()),
  rounds: z.int(),
  secondsPerTurn: z.number(),
  pinned: z.boolean(),
  seed: z.int(),
  seconds: z.number(),
  /** Peers that didn't start on this machine. */
  absent: z.array(z.string()),
  /** Figures that failed. */
  failed: z.array(z.string()),
  verdicts: z.array(Verdict),
  tables: z.array(TableShape),
});
export type ProxyRun = z.infer<typeof ProxyRun>;

/** Returns a run as the text of a file. */
export function runText(run: object): string {
  const named = (_name: string, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  return `${JSON.stringify(run, named, 2)}\n`;
}

/** Returns the run in a file's text. @throws ZodError if it isn't a valid run */
export function readRun(text: string): ProxyRun {
  return ProxyRun.parse(JSON.parse(text));
}

/** Returns the run in a file; undefined if the file is missing. @throws ZodError if it isn't a valid run of this bench */
export async function keptRun<Run>(file: URL, shape: z.ZodType<Run>): Promise<Run | undefined> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : shape.parse(JSON.parse(text));
}
