import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { newSecret } from "#shared/keys/secret.ts";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { devAws } from "../../support/programs/dev-aws.ts";
import type { LiveRow } from "../row.ts";
import { administrator, demoCall, descendant, until } from "../support/latchkey.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

const awaySeconds = 60;
/**
 * Maximum milliseconds of a call with a known key on a busy machine: a lock that blocks calls is waited for up to five seconds, and
 * DynamoDB up to nine. The Lambda emulator only returns an answer when its invocation ends.
 */
const heldUpMs = { file: 3_000, dynamo: 8_500 };
/** Key in a valid format, so that only the store can tell that it is unknown. */
const wrongKey = newSecret("data", systemIds(systemClock));
const newKey = { databases: ["Contacts.fmp12"], label: "made meanwhile", user: "api", pass: "demo-pass" };

export const storeRows: readonly LiveRow[] = [
  {
    id: "D1",
    waits: true,
    sentence: `another program locks the SQLite file for ${awaySeconds} s: known keys keep working, writes are rejected, and nothing is lost`,
    async run(fault) {
      const latchkey = await startLatchkey(fault);
      const service = calls(latchkey.baseUrl, latchkey.printed());
      const before = await service.used();
      // It waits for the service's current write, as any program does.
      const other = new DatabaseSync(join(latchkey.dataDir, "latchkey.sqlite"), { timeout: 10_000 });
      fault.atEnd(() => other.close());
      other.exec("BEGIN EXCLUSIVE");
      await service.goOn(heldUpMs.file, 503);
      other.exec("ROLLBACK");
      await service.worksAgain(before);
    },
  },
  {
    id: "D1",
    waits: true,
    isOnAws: true,
    sentence: `DynamoDB is frozen for ${awaySeconds} s: known keys keep working, unknown ones and writes are rejected, and nothing is lost`,
    async run(fault) {
      const stage = await devAws();
      fault.atEnd(async () => void (await stage.stop()));
      const service = calls(stage.baseUrl, stage.announcement);
      const before = await service.used();
      const dynamo = descendant(stage.pid, "dynoxide") ?? 0;
      assert(dynamo > 0, "DynamoDB's emulator runs");
      fault.atEnd(() => void process.kill(dynamo, "SIGCONT"));
      process.kill(dynamo, "SIGSTOP");
      await service.goOn(heldUpMs.dynamo, 503);
      assert.equal(await service.unknown(), 503);
      process.kill(dynamo, "SIGCONT");
      await service.worksAgain(before);
      assert.equal(await service.unknown(), 401);
    },
  },
];

/** Returns calls to a service with its demo key, as clients make them. */
function calls(baseUrl: string, printed: string) {
  const { address, key } = demoCall(printed);
  const status = async (value: string) =>
    (await fetch(address, { headers: { Authorization: `Bearer ${value}`, Connection: "close" } })).status;
  const keys = (init?: RequestInit) =>
    fetch(`${baseUrl}/svc/api/api-key`, {
      ...init,
      headers: { "Content-Type": "application/json", Authorization: administrator },
    });
  const labels = async () => {
    const { response } = (await (await keys()).json()) as {
      readonly response: { readonly "api-keys": readonly { readonly label: string }[] };
    };
    return response["api-keys"].map(({ label }) => label).toSorted();
  };
  const create = async () => (await keys({ method: "POST", body: JSON.stringify(newKey) })).status;

  return {
    unknown: () => status(wrongKey),

    /** Uses the key, and returns the existing keys. */
    async used(): Promise<readonly string[]> {
      assert.equal(await status(key), 200);
      return labels();
    },

    /** Makes a call every half second while the store is unavailable, and writes all the time. */
    async goOn(maxMs: number, refusal: number): Promise<void> {
      const writes = [create()];
      const begun = performance.now();
      for (let end = begun + awaySeconds * 1_000; performance.now() < end; ) {
        const since = performance.now();
        assert.equal(await status(key), 200, `a call after ${Math.round((since - begun) / 1_000)} s`);
        const tookMs = Math.round(performance.now() - since);
        assert(tookMs <= maxMs, `a call took ${tookMs} ms`);
        await wait(500);
        if (performance.now() - begun > writes.length * 15_000) writes.push(create());
      }
      for (const written of await Promise.all(writes)) assert.equal(written, refusal, "a write");
    },

    /** Expects that all data still exist, and that one write creates one entity. */
    async worksAgain(before: readonly string[]): Promise<void> {
      await until("keys are read again", async () => (await keys()).status === 200);
      assert.deepEqual(await labels(), before);
      assert.equal(await create(), 200);
      assert.deepEqual(await labels(), [...before, newKey.label].toSorted());
      assert.equal(await status(key), 200);
    },
  };
}
