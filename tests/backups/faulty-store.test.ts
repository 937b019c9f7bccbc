import { randomBytes } from "node:crypto";
import { afterAll, expect } from "vitest";
import { hexOf } from "#shared/blocks/object-names.ts";
import { setStore } from "#shared/blocks/set-store.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { systemClock } from "#shared/node/clock.ts";
import type { CalloutCall } from "#shared/ports/callouts.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { patiently } from "../../local-agent/backups/upload-file.ts";
import { makeSnapshot } from "../../local-agent/blocks/make-snapshot.ts";
import { setMemory } from "../../local-agent/blocks/set-memory.ts";
import { sourceFiles } from "../../local-agent/blocks/source-files.ts";
import type { S3Fault } from "../../sandbox/s3/server.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { aSource, contentsOf, restoredFrom } from "./support/a-set.ts";
import { aStore, storeAccount } from "./support/a-store.ts";

const server = await aStore();
afterAll(() => server.close());
const packBytes = 200_000;
const { signal } = new AbortController();

/** Returns a set in a store that is called over HTTP, and the number of bytes that its agent has put there. */
function aSetAt() {
  const put = { bytes: 0, altered: 0 };
  let alters = false;
  const client = storeClient({
    address: storeAddress(server.endpoint, undefined, "auto"),
    credentials: storeAccount,
    clock: systemClock,
    call(request: CalloutCall) {
      if (request.method !== "PUT" || !(request.body instanceof Uint8Array)) return server.reached.call(request);
      put.bytes += request.body.length;
      if (!alters) return server.reached.call(request);
      alters = false;
      put.altered += 1;
      const body = Buffer.from(request.body);
      body.writeUInt8(body.readUInt8(500) ^ 1, 500);
      return server.reached.call({ ...request, body });
    },
  });
  const set = hexOf(randomBytes(16));
  const dataKey = { id: hexOf(randomBytes(8)), bytes: randomBytes(32) };
  const store = setStore({
    ...{ client, bucket: "fm-backups", folder: `blocks/${set}`, features: { conditionalPut: true, checksums: true } },
    // Retries like the agent, but without its pauses.
    asked: (ask) => patiently({ clock: { ...systemClock, sleep: async () => undefined }, signal }, ask),
  });
  const opened = { store, set, keys: new Map([[dataKey.id, dataKey.bytes]]) };
  const memory = setMemory(scratchFolder(), set);
  let previous: Snapshot | undefined;
  return {
    ...{ opened, put },
    alterNext() {
      alters = true;
    },
    async backUp(folder: string, onRead: () => void = () => undefined): Promise<Snapshot> {
      const { snapshot } = await makeSnapshot({
        ...{ ...opened, dataKey, random: randomBytes, memory, previous, counterBefore: previous?.counter ?? 0 },
        files: await sourceFiles(folder),
        about: { schedule: "Daily", backup: "Daily_2026-11-20_2300", startedAt: 1_795_215_660_000 },
        ...{ now: () => Date.now(), isDeleting: true, onDamage: () => undefined, signal, onRead, packBytes },
        checkLease: async () => undefined,
      });
      previous = snapshot;
      return snapshot;
    },
  };
}

/** Makes every third put fail with one of these faults, in order. */
function everyThirdPut(faults: readonly S3Fault[]): void {
  let puts = 0;
  server.faults.decide = ({ method }) => {
    if (method !== "PUT") return undefined;
    puts += 1;
    return puts % 3 === 0 ? faults[(puts / 3) % faults.length] : undefined;
  };
}

verifies("backups:blocks:faulty-store", "one of three calls fails, is cut off, or loses its response", async () => {
  const source = aSource({});
  source.write("large.fmp12", source.random(4_000_000));
  const { opened, put, backUp } = aSetAt();
  everyThirdPut([{ error: "InternalError" }, "reset", { error: "SlowDown" }, "lost answer"]);
  const { name } = await backUp(source.folder);
  server.faults.decide = undefined;
  expect(put.bytes).toBeLessThanOrEqual(4_000_000 * 1.6);
  expect(await restoredFrom(opened, name)).toEqual(contentsOf(source));
});

verifies(
  "backups:blocks:faulty-store",
  "a bit flips in transit: the store rejects it, and it is sent again",
  async () => {
    const source = aSource({});
    source.write("large.fmp12", source.random(500_000));
    const { opened, put, backUp, alterNext } = aSetAt();
    alterNext();
    const { name } = await backUp(source.folder);
    expect(put.altered).toBe(1);
    expect(await restoredFrom(opened, name)).toEqual(contentsOf(source));
  },
);

const refusals = [
  ["AccessDenied", "has no permission for this"],
  ["InvalidAccessKeyId", "Unknown access key"],
  ["NoSuchBucket", "bucket doesn't exist"],
] as const;
for (const [error, sentence] of refusals)
  verifies(
    "backups:blocks:faulty-store",
    `the store returns ${error} in the middle: the backup fails with a message, and continues after the repair`,
    async () => {
      const source = aSource({});
      source.write("large.fmp12", source.random(2_000_000));
      const { opened, put, backUp } = aSetAt();
      let puts = 0;
      server.faults.decide = ({ method }) => {
        if (method === "PUT") puts += 1;
        return puts > 6 ? { error } : undefined;
      };
      await expect(backUp(source.folder)).rejects.toThrow(sentence);
      server.faults.decide = undefined;
      const before = put.bytes;
      const { name } = await backUp(source.folder);
      expect(put.bytes - before).toBeLessThan(2_000_000 - 3 * packBytes);
      expect(await restoredFrom(opened, name)).toEqual(contentsOf(source));
    },
  );

verifies(
  "backups:blocks:changing",
  "a changing file is read again, and the stored copy is one consistent state",
  async () => {
    const source = aSource({ "a.fmp12": "unchanged" });
    source.write("large.fmp12", source.random(3_000_000));
    const { opened, backUp } = aSetAt();
    let changes = 0;
    const { name } = await backUp(source.folder, () => {
      if (changes === 2) return;
      changes += 1;
      source.write("large.fmp12", source.random(3_000_000 + changes));
    });
    expect(changes).toBe(2);
    expect(await restoredFrom(opened, name)).toEqual(contentsOf(source));
  },
);

verifies("backups:blocks:changing", "a file that changes during every read creates no snapshot", async () => {
  const source = aSource({});
  source.write("large.fmp12", source.random(1_500_000));
  const { opened, backUp } = aSetAt();
  let size = 1_500_000;
  const grows = () => {
    size += 1;
    source.write("large.fmp12", source.random(size));
  };
  await expect(backUp(source.folder, grows)).rejects.toThrow("large.fmp12 keeps changing while it is being read");
  expect(await opened.store.list("snapshot")).toEqual([]);
  const { name } = await backUp(source.folder);
  expect(await restoredFrom(opened, name)).toEqual(contentsOf(source));
});
