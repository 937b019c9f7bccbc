import type { Watched } from "../oracles/watched.ts";
import { type AreaName, areas } from "./areas.ts";
import { callSteadily, type Load, newLoad } from "./load.ts";

/** What a row's product is called by beside the row's own calls. */
const witnessed: readonly AreaName[] = ["proxied", "management", "events", "notes"];
const before: readonly AreaName[] = ["keys", "notes", "events", "events", "fileOperations"];
const pauseMs = 700;

/** What uses a product before a fault and all the while, so that the oracles have something to ask about. */
export interface Witness {
  readonly watched: Watched;
  readonly load: Load;
  /** Calls no more. */
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
