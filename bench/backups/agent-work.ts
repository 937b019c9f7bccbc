import { randomBytes } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { systemClock } from "#shared/node/clock.ts";
import { uploadFile } from "../../local-agent/backups/upload-file.ts";
import { makeSnapshot } from "../../local-agent/blocks/make-snapshot.ts";
import { previousSnapshot } from "../../local-agent/blocks/previous-snapshot.ts";
import { withFileRestorer } from "../../local-agent/blocks/restore/file-restorer.ts";
import { setMemory } from "../../local-agent/blocks/set-memory.ts";
import { sourceFiles } from "../../local-agent/blocks/source-files.ts";
import { filesBelow } from "../../local-agent/disk/on-disk.ts";
import { agentStore, bucket, dataKey, keys, set } from "./agent-store.ts";
import type { AgentWork } from "./agent-work-shape.ts";

const { signal } = new AbortController();

/**
 * Sends files, stores them in blocks, or restores them, in a separate process. Arguments: `files | blocks | restore`, the store, a folder,
 * a working folder.
 */
const [work = "", origin = "", folder = "", memoryFolder = ""] = process.argv.slice(2);
const { client, store, calls } = agentStore(origin);

const before = process.cpuUsage();
const startedAt = performance.now();
const sentBytes = await done();
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(before);
const result: AgentWork = {
  ...{ seconds, cpuSeconds: (user + system) / 1e6, sentBytes, calls: calls() },
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
  const context = { store: client, ending: client, checksums: true, clock: systemClock, signal, say: () => undefined };
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
  await withFileRestorer({ store, set, keys, signal }, async (restore) => {
    for (const file of files) {
      const target = join(folder, file.path);
      await mkdir(dirname(target), { recursive: true });
      await restore({ file, target, onProgress: () => undefined });
    }
  });
  return 0;
}
