import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { Watched } from "../oracles/watched.ts";
import { until } from "../support/latchkey.ts";
import { type AreaName, areas } from "./areas.ts";
import type { Answered } from "./caller.ts";

/** Data that calls of all areas use. */
export interface Load {
  readonly watched: Watched;
  random(): number;
  /** Data API keys; the first one is never deleted. */
  readonly keys: { readonly id: number; readonly value: string }[];
  readonly adminKey: string;
  /** Returns a number that is unique in this load. */
  next(): number;
}

const channel = "faults";

/** Creates the data that calls need, on a healthy product. */
export async function newLoad(watched: Watched, random: () => number): Promise<Load> {
  const { call, ledger } = watched;
  const keys: { readonly id: number; readonly value: string }[] = [];
  let number = 0;
  const next = () => ++number;
  const made = async (what: string, asked: Promise<Answered | undefined>) => {
    const answer = await asked;
    assert(answer !== undefined && answer.status < 300, `${what}: ${JSON.stringify(answer)}`);
    return answer.body.response;
  };
  await until("the agent is linked", async () => {
    const answer = await call("/svc/api/agents", { area: "preparing", form: "envelope" });
    const agents: readonly { readonly state: string }[] = answer?.body?.response?.agents ?? [];
    return agents.some(({ state }) => state === "linked");
  });
  const adminKey = await made(
    "an Admin API Key",
    call("/svc/api/admin-api-key", {
      ...{ area: "preparing", form: "envelope", method: "POST", showsSecret: true },
      json: { label: "faults", user: "admin", pass: "admin-pass" },
    }),
  );
  ledger.secrets["the Admin API Key"] = adminKey.key;
  const load: Load = { watched, random, keys, adminKey: adminKey.key, next };
  await areas.keys(load);
  assert.equal(keys.length, 1, "a key was made");
  await made(
    "a webhook",
    call("/svc/api/webhooks", {
      ...{ area: "preparing", form: "envelope", method: "POST" },
      json: { channel, filename: "Contacts", label: "faults", settings: { answerMode: "accepted" } },
    }),
  );
  return load;
}

/** Makes calls of some areas, one after the other at a limited rate, until `signal` aborts. */
export async function callSteadily(
  load: Load,
  names: readonly AreaName[],
  pauseMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const name = names[Math.floor(load.random() * names.length)];
    if (name !== undefined) await areas[name](load);
    await wait(pauseMs * (0.5 + load.random()));
  }
}
