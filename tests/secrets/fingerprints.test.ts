import { KMSClient } from "@aws-sdk/client-kms";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { olderFingerprints } from "#shared/aws/kms/older-fingerprints.ts";
import { kmsVault } from "#shared/aws/kms/vault.ts";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import { systemIds } from "#shared/node/ids.ts";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { rotateFingerprintSecret } from "../../local-runtime/secrets/rotate-fingerprint-secret.ts";
import { openVault } from "../../local-runtime/secrets/vault.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { standInKms } from "../support/aws/kms.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { watchedTable } from "../support/tables/watched-table.ts";
import { verifies } from "../support/verifies.ts";

const keyIds = ["seal"] as const;

/** Returns a table, and functions on it that seal with KMS. */
async function aStack() {
  const kms = await standInKms("seal", "new seal", "mac", "older mac");
  const client = new KMSClient({
    ...clientSettings(),
    endpoint: kms.origin,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const clock = turnableClock();
  const ids = systemIds(clock);
  const table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  onTestFinished(() => {
    client.destroy();
    table.close();
  });
  const older = (...macKeyIds: readonly string[]) => olderFingerprints({ client, macKeyIds, ids });
  const started = (given: {
    readonly keyIds?: readonly [string, ...string[]];
    readonly macKeyIds?: readonly string[];
    readonly through?: Table;
  }) =>
    withFingerprints({
      vault: kmsVault({
        client,
        keyIds: given.keyIds ?? keyIds,
        clock,
        ids,
      }),
      table: given.through ?? table,
      clock,
      ids,
      storeWaitMs: 2_000,
      older: given.macKeyIds === undefined ? undefined : older(...given.macKeyIds),
    });
  return { kms, clock, table, started, older, client };
}

describe("ids of secrets", () => {
  test("are stable across calls and functions, and different for every secret and every purpose", async () => {
    const { started } = await aStack();
    const [one, another] = [started({}), started({})];
    const id = async (purpose: string, secret: string) => (await one.fingerprints(purpose, secret))[0];
    expect(await id("data key", "secret")).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await another.fingerprints("data key", "secret"))[0]).toBe(await id("data key", "secret"));
    const others = [await id("data key", "Secret"), await id("admin key", "secret"), await id("data keysecret", "")];
    expect(new Set([await id("data key", "secret"), ...others]).size).toBe(4);
  });

  test("use one secret, even if several functions start at once on an empty table", async () => {
    const { started } = await aStack();
    const found = await Promise.all(Array.from({ length: 20 }, () => started({}).fingerprints("key", "secret")));
    expect(new Set(found.flat()).size).toBe(1);
  });

  test("need no KMS call except to decrypt their secret", async () => {
    const { kms, started } = await aStack();
    const vault = started({});
    await vault.fingerprints("key", "secret");
    const before = kms.asked.length;
    for (let count = 0; count < 100; count += 1) await vault.fingerprints("key", `secret ${count}`);
    expect(kms.asked.length).toBe(before);
  });

  verifies(
    "keys:store:pepper",
    "a new encryption key creates a new version, and a running process learns of it",
    async () => {
      const { clock, started } = await aStack();
      const [first] = await started({}).fingerprints("key", "secret");
      const found = await started({ keyIds: ["new seal", "seal"] }).fingerprints("key", "secret");
      expect(found).toEqual([expect.any(String), first]);
      expect(found[0]).not.toBe(first);
      expect(await started({ keyIds: ["new seal", "seal"] }).fingerprints("key", "secret")).toEqual(found);

      // The same with master keys, whose file processes share.
      const file = `${scratchFolder()}/master.key`;
      const ids = systemIds(clock);
      const own = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
      onTestFinished(() => own.close());
      const process = () =>
        withFingerprints({
          storeWaitMs: 2_000,
          vault: openVault({ file, createIfMissing: true, clock, ids }),
          table: own,
          clock,
          ids,
        });
      const running = process();
      const [before] = await running.fingerprints("key", "secret");
      process().rotate();
      const after = await process().fingerprints("key", "secret");
      expect(after).toEqual([expect.any(String), before]);
      await clock.turn(60_000);
      expect(await running.fingerprints("key", "secret")).toEqual(after);
    },
  );

  verifies(
    "secrets:rotation:ids",
    "on AWS, a version is added in front, and functions learn of it within a minute",
    async () => {
      const { clock, started, table, client } = await aStack();
      const running = started({});
      const [before] = await running.fingerprints("key", "secret");
      const ids = systemIds(clock);
      const vault = kmsVault({ client, keyIds, clock, ids });
      const options = { vault, table, clock, ids, auditKeptMs: 60_000, user: "ada" };
      const added = await Promise.all([rotateFingerprintSecret(options), rotateFingerprintSecret(options)]);
      expect(added.toSorted()).toEqual([2, 3]);
      expect(await running.fingerprints("key", "secret")).toEqual([before]);
      await clock.turn(60_000);
      const after = await running.fingerprints("key", "secret");
      expect(after).toEqual([expect.any(String), expect.any(String), before]);
      expect(await started({}).fingerprints("key", "secret")).toEqual(after);
    },
  );

  verifies(
    "keys:store:of-before",
    "an id that KMS made is requested from KMS, as long as its key is named",
    async () => {
      const { kms, started, older } = await aStack();
      const [byKms, byOlder] = await older("mac", "older mac")("key", "secret");
      const vault = started({ macKeyIds: ["mac", "older mac"] });
      expect(await vault.fingerprints("key", "secret")).toEqual([expect.any(String), byKms, byOlder]);
      const macs = kms.asked.filter(({ operation }) => operation === "GenerateMac");
      // KMS never sees the secret, and a recently used id needs no call.
      expect(JSON.stringify(macs)).not.toContain("secret");
      await vault.fingerprints("key", "secret");
      expect(kms.asked.filter(({ operation }) => operation === "GenerateMac")).toHaveLength(macs.length);
      expect(await started({}).fingerprints("key", "secret")).toHaveLength(1);
    },
  );

  test("keep working while the table hangs", async () => {
    const { clock, table, started } = await aStack();
    const watched = watchedTable(table);
    const vault = withFingerprints({
      ...{ vault: started({}), table: watched, clock, ids: systemIds(clock) },
      storeWaitMs: 5,
    });
    const id = await vault.fingerprints("data key", "secret");
    await clock.turn(10 * 60_000);
    watched.hangs = true;
    expect(await vault.fingerprints("data key", "secret")).toEqual(id);
    expect(await vault.fingerprints("data key", "secret")).toEqual(id);
    watched.hangs = false;
  });

  test("keep working while the table is unavailable, and start when it is back", async () => {
    const { clock, started, table } = await aStack();
    let isAway = false;
    const refused = async () => Promise.reject(new StoreUnavailable("The table is away"));
    const through: Table = { ...table, get: (key) => (isAway ? refused() : table.get(key)) };
    const vault = started({ through });
    const [before] = await vault.fingerprints("key", "secret");
    isAway = true;
    await clock.turn(60_000);
    expect(await vault.fingerprints("key", "secret")).toEqual([before]);
    await expect(started({ through }).fingerprints("key", "secret")).rejects.toThrow(StoreUnavailable);
  });
});
