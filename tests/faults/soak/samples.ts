import { readdirSync } from "node:fs";
import type { Watched } from "../oracles/watched.ts";
import { fileText } from "../support/latchkey.ts";

interface Range {
  readonly first: number;
  readonly last: number;
  readonly most: number;
}

/** Resources held by the service's process. */
export interface Sample {
  /** Id of the process; a killed process starts again with new values. */
  readonly pid: number;
  readonly memoryMb: number;
  readonly descriptors: number;
}

export function sampleOf({ latchkey }: Watched): Sample | undefined {
  const pid = latchkey.child.pid ?? 0;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(fileText(`/proc/${pid}/status`)) ?? [];
  if (kilobytes === undefined) return undefined;
  try {
    return {
      pid,
      memoryMb: Math.round(Number(kilobytes) / 1_000),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    };
  } catch {
    return undefined; // It ended between the two reads.
  }
}

export function rangeOf(samples: readonly Sample[], part: "memoryMb" | "descriptors"): Range {
  const values = samples.map((sample) => sample[part]);
  return { first: values[0] ?? 0, last: values.at(-1) ?? 0, most: Math.max(0, ...values) };
}

/** Returns the samples of the longest-living process, without those after its start. */
export function longestLife(samples: readonly Sample[], startSamples: number): readonly Sample[] {
  const lives = Map.groupBy(samples, ({ pid }) => pid);
  const longest = [...lives.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  return longest.slice(startSamples);
}
