import { once } from "node:events";
import { readdirSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import { aRecordedHost } from "../conformance/support/a-recorded-host.ts";
import {
  canaryAccount,
  canaryAdmin,
  canaryFile,
  canaryLayout,
  canaryWorld,
} from "../conformance/support/canary-world.ts";
import { stateOf } from "../conformance/support/state-of-host.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const host = await aRecordedHost({
  ...{ world: canaryWorld, file: canaryFile, layout: canaryLayout, account: canaryAccount, admin: canaryAdmin },
});
afterAll(() => host.close());

/** Kills per run. The figure of 50 is reached with CONFORMANCE_KILLS=50. */
const kills = Number(process.env.CONFORMANCE_KILLS ?? 2);

interface Found {
  readonly check: string;
  readonly state: string;
  readonly text: string;
}

async function chainOf(file: string): Promise<readonly Found[]> {
  const child = host.start(["doctor", "--json", "--full", "--file", file]);
  const printed = await text(child.stdout as NonNullable<typeof child.stdout>);
  const { findings } = JSON.parse(printed) as { readonly findings: readonly Found[] };
  return findings.filter(({ check }) => check.startsWith("chain_"));
}

verifies("agent:doctor:full", async () => {
  const before = stateOf(host);
  const found = await chainOf(canaryFile);
  expect(found.map(({ check, state, text: words }) => `${check} ${state === "ok" ? state : words}`)).toEqual([
    "chain_copy ok",
    "chain_backup ok",
    "chain_clone ok",
    "chain_replace ok",
    "chain_key ok",
    "chain_removed ok",
  ]);
  expect(found[4]?.text).toBe("FileMaker Server accepts public keys with line breaks and without line breaks.");
  expect(stateOf(host)).toEqual(before);
});

verifies("agent:doctor:full", "a missing file and a missing name are refused before anything is made", async () => {
  const before = stateOf(host);
  expect((await chainOf("Nope")).map(({ check, state }) => `${check} ${state}`)).toEqual([
    "chain_copy failed",
    "chain_removed ok",
  ]);
  const child = host.start(["doctor", "--full"]);
  expect(await text(child.stderr as NonNullable<typeof child.stderr>)).toContain("--full needs --file");
  expect(stateOf(host)).toEqual(before);
});

verifies("agent:doctor:full", "killed while it tries, it leaves nothing", async () => {
  const before = stateOf(host);
  for (let kill = 0; kill < kills; kill += 1) {
    const child = host.start(["doctor", "--full", "--file", canaryFile]);
    const ended = once(child, "exit");
    await until(() => readdirSync(host.folder).includes("trial.json") || child.exitCode !== null);
    await wait((kill / kills) * 1_500);
    child.kill("SIGKILL");
    await ended;
    await until(() => !readdirSync(host.folder).includes("trial.json"));
    expect(stateOf(host), `after kill ${kill + 1} of ${kills}`).toEqual(before);
  }
});
