import { randomBytes } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setFolder, setStore } from "#shared/blocks/set-store.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { callouts } from "#shared/node/callouts.ts";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { uploadFile } from "../../local-agent/backups/upload-file.ts";
import { makeSnapshot } from "../../local-agent/blocks/make-snapshot.ts";
import { previousSnapshot } from "../../local-agent/blocks/previous-snapshot.ts";
import { restoreFile } from "../../local-agent/blocks/restore-file.ts";
import { setMemory } from "../../local-agent/blocks/set-memory.ts";
import { sourceFiles } from "../../local-agent/blocks/source-files.ts";
import { filesBelow } from "../../local-agent/disk/on-disk.ts";
import type { AgentWork } from "./agent-work-shape.ts";

const bucket = "bench";
const set = "0123456789abcdef0123456789abcdef";
const dataKey = { id: "0123456789abcdef", bytes: Buffer.alloc(32, 7) };
const keys = new Map([[dataKey.id, dataKey.bytes]]);
const { signal } = new AbortController();

/** Sends files, keeps them in blocks, or restores them, in a process of its own: `files | blocks | restore`, the store, a folder, a folder to work in. */
const [work = "", origin = "", folder = "", memoryFolder = ""] = process.argv.slice(2);
const reached = callouts({ isAllowed: () => true });
let calls = 0;
const client = storeClient({
  address: storeAddress(origin, "us-east-1", "path"),
  credentials: { accessKeyId: "bench", secretAccessKey: "bench" },
  async call(request) {
    calls += 1;
    return reached.call(request);
  },
  clock: systemClock,
});
const store = setStore({
  ...{ client, bucket, folder: setFolder("latchkey", set) },
  features: { conditionalPut: true, checksums: true },
  asked: (ask) => ask(),
});

const before = process.cpuUsage();
const startedAt = performance.now();
const sentBytes = await done();
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(before);
const result: AgentWork = {
  ...{ seconds, cpuSeconds: (user + system) / 1e6, sentBytes, calls },
  peakMegabytes: (process.resourceUsage().maxRSS * 1_024) / 1e6,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

async function done(): Promise<number> {
  if (work === "files") return sent();
  if (work === "restore") return restored();
  const opened = { store, set, keys };
  const { counts } = await makeSnapshot({
    ...{ ...opened, dataKey, random: randomBytes, signal, memory: setMemory(memoryFolder, set) },
    files: await sourceFiles(folder),
    ...(await previousSnapshot(opened, null, () => undefined)),
    about: { schedule: "Bench", backup: "Bench_2026-11-20_2300", startedAt: Date.now() },
    now: () => Date.now(),
    checkLease: async () => undefined,
    ...{ onRead: () => undefined, onDamage: () => undefined, isDeleting: true },
  });
  return counts.sentBytes;
}

async function sent(): Promise<number> {
  let bytes = 0;
  const context = { store: client, ending: client, clock: systemClock, signal, say: () => undefined };
  for (const name of await filesBelow(folder)) {
    const path = join(folder, name);
    const sizeBytes = (await stat(path)).size;
    await uploadFile(context, { bucket, key: `latchkey/dbs/${name}`, path, sizeBytes }, () => undefined);
    bytes += sizeBytes;
  }
  return bytes;
}

async function restored(): Promise<number> {
  const name = (await store.list("snapshot")).at(-1)?.name ?? "";
  const { files } = await openSnapshot({ store, set, keys }, name);
  for (const file of files) {
    const target = join(folder, file.path);
    await mkdir(dirname(target), { recursive: true });
    await restoreFile({ store, set, keys, file, target, onProgress: () => undefined, signal });
  }
  return 0;
}
