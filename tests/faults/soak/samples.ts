import { readdirSync } from "node:fs";
import type { Watched } from "../oracles/watched.ts";
import { fileText } from "../support/latchkey.ts";

interface Range {
  readonly first: number;
  readonly last: number;
  readonly most: number;
}

/** What the service's process holds. */
export interface Sample {
  /** A process that was killed begins anew. */
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
    return undefined; // It has ended between the two.
  }
}

export function rangeOf(samples: readonly Sample[], part: "memoryMb" | "descriptors"): Range {
  const values = samples.map((sample) => sample[part]);
  return { first: values[0] ?? 0, last: values.at(-1) ?? 0, most: Math.max(0, ...values) };
}

/** The samples of the process that has lived longest, after its start. */
export function longestLife(samples: readonly Sample[], startSamples: number): readonly Sample[] {
  const lives = Map.groupBy(samples, ({ pid }) => pid);
  const longest = [...lives.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  return longest.slice(startSamples);
}
