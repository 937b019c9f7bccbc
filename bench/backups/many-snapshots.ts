import { randomBytes } from "node:crypto";
import { hexOf, nameAt, randomName } from "#shared/blocks/object-names.ts";
import { sealObject } from "#shared/blocks/sealed-object.ts";
import { type Snapshot, type SnapshotFile, snapshotBytes } from "#shared/blocks/snapshot.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { pruneSet } from "../../local-agent/blocks/upkeep/prune-set.ts";
import { mapConcurrently } from "../../local-agent/downloads/map-concurrently.ts";
import { agentStore, dataKey, keys, set } from "./agent-store.ts";
import type { ManySnapshots } from "./agent-work-shape.ts";

const filesEach = 100;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const putAtOnce = 8;

/**
 * Adds snapshots of hourly backups to a set in a store, and reports the cost of the agent's code for all of them. Arguments: the store, the
 * number of snapshots.
 */
const [origin = "", count = ""] = process.argv.slice(2);
const { store } = agentStore(origin);
const random = randomBytes;
const opened = { store, set, keys };
const now = Date.now();

/** Every hour, one file in ten changes. */
const packs: string[] = [];
let files: SnapshotFile[] = Array.from({ length: filesEach }, (_, index) => fileOf(index, newPack(), newPack()));
let newest: Pick<Snapshot, "name" | "counter"> = { name: "", counter: 0 };
const snapshots = Array.from({ length: Number(count) }, (_, index): Snapshot => {
  const changed = newPack();
  files = files.map((file, at) => (at % 10 === index % 10 ? fileOf(at, changed, file.packs[0]?.[0] ?? changed) : file));
  const startedAt = now - (Number(count) - index) * hourMs;
  const name = nameAt(startedAt, random);
  newest = { name, counter: index + 1 };
  return {
    ...{ format: "latchkey-blocks", version: 1, set, name, counter: newest.counter, files },
    ...{ schedule: "Bench", backup: "Bench_2026-11-20_2300", startedAt, endedAt: startedAt + 1 },
  };
});
await mapConcurrently(putAtOnce, packs, (name) => store.put({ kind: "pack", name }, Buffer.alloc(80)));
await mapConcurrently(putAtOnce, snapshots, async (snapshot) => {
  const { name } = snapshot;
  const bytes = sealObject({ kind: "snapshot", set, name }, dataKey, snapshotBytes(snapshot), random);
  await store.put({ kind: "snapshot", name }, bytes);
});

const listSeconds = await secondsOf(() => store.list("snapshot"));
const openSeconds = await secondsOf(() => openSnapshot(opened, newest.name));
const cpuBefore = process.cpuUsage();
const pruneSeconds = await secondsOf(() =>
  pruneSet({
    ...{ ...opened, dataKey, random, newest, signal: new AbortController().signal, say: () => undefined },
    ...{ now: () => now + dayMs, checkLease: async () => undefined },
    ...{ retention: { allDays: 7, dailyDays: 30, monthlyMonths: 12 }, repackBelow: 0, billedDays: 0 },
  }),
);
const { user, system } = process.cpuUsage(cpuBefore);
const result: ManySnapshots = {
  ...{ listSeconds, openSeconds, pruneSeconds, pruneCpuSeconds: (user + system) / 1e6 },
  peakMegabytes: (process.resourceUsage().maxRSS * 1_024) / 1e6,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

function newPack(): string {
  const name = randomName(random);
  packs.push(name);
  return name;
}

function fileOf(index: number, ...named: readonly string[]): SnapshotFile {
  const [first = ""] = named;
  const id = hexOf(random(32));
  return {
    ...{ path: `Databases/File ${index}.fmp12`, sizeBytes: 50_000_000, modifiedAt: now, id },
    lists: [[hexOf(random(32)), first, 80, 32_000]],
    packs: named.map((name) => [name, 400, 40]),
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
