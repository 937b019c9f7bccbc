import { readFile } from "node:fs/promises";
import * as z from "zod";
import { MachineFacts } from "./machine/facts.ts";
import { MeasuredNumber } from "./measured-number.ts";
import { Verdict } from "./report.ts";

const Cell = z.union([MeasuredNumber, z.string()]);

/** A table as a file holds it. */
export const TableShape = z.object({
  title: z.string(),
  columns: z.array(z.string()).readonly(),
  rows: z.array(z.array(Cell).readonly()).readonly(),
});

/** What a full run leaves behind in `bench/results/`; the page is written from it. */
export const ProxyRun = z.object({
  bench: z.literal("proxy"),
  mode: z.enum(["quick", "full"]),
  measuredAt: z.iso.datetime(),
  machine: MachineFacts,
  /** Versions of those who took part, by name. */
  versions: z.record(z.string(), z.string()),
  rounds: z.int(),
  secondsPerTurn: z.number(),
  pinned: z.boolean(),
  seed: z.int(),
  seconds: z.number(),
  /** Peers that did not start here. */
  absent: z.array(z.string()),
  /** Figures that could not be taken. */
  failed: z.array(z.string()),
  verdicts: z.array(Verdict),
  tables: z.array(TableShape),
});
export type ProxyRun = z.infer<typeof ProxyRun>;

/** A run as the file holds it. */
export function runText(run: object): string {
  const named = (_name: string, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  return `${JSON.stringify(run, named, 2)}\n`;
}

/** The run that a file holds. @throws ZodError when it is none */
export function readRun(text: string): ProxyRun {
  return ProxyRun.parse(JSON.parse(text));
}

/** The run that was kept in a file. Undefined where none was. @throws ZodError when it is none of this bench */
export async function keptRun<Run>(file: URL, shape: z.ZodType<Run>): Promise<Run | undefined> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : shape.parse(JSON.parse(text));
}
