import type { Watched } from "../oracles/watched.ts";
import { type AreaName, areas } from "./areas.ts";
import { callSteadily, type Load, newLoad } from "./load.ts";

/** Areas called during a row, in addition to the row's own calls. */
const witnessed: readonly AreaName[] = ["proxied", "management", "events", "notes"];
const before: readonly AreaName[] = ["keys", "notes", "events", "events", "fileOperations"];
const pauseMs = 700;

/** Calls to a product before and during a fault, so that the oracles have data to check. */
export interface Witness {
  readonly watched: Watched;
  readonly load: Load;
  /** Stops calling. */
  end(): Promise<void>;
}

export async function aWitness(
  watched: Watched,
  random: () => number,
  meanwhile: readonly AreaName[] = witnessed,
): Promise<Witness> {
  const load = await newLoad(watched, random);
  for (const area of before) await areas[area](load);
  const ending = new AbortController();
  const whole = callSteadily(load, meanwhile, pauseMs, ending.signal);
  return {
    watched,
    load,
    async end() {
      ending.abort();
      await whole;
    },
  };
}
