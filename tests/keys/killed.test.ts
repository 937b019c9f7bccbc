import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { startRuntime } from "../../local-runtime/runtime.ts";
import { openVault } from "../../local-runtime/secrets/vault.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { takesEveryMoment } from "../support/crashes/every-moment.ts";
import { type Answer, call } from "../support/http/call.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { storedRows } from "../support/tables/stored-rows.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const server = await startServer();
afterAll(() => server.close());

const admin = { Authorization: adminAccount };
const options = { databases: ["Contacts"], user: "api", pass: "demo-pass", label: "killed" };
const create = (baseUrl: string) => call(baseUrl, "POST", "/svc/api/api-key", { headers: admin, json: options });
type Attempt = (baseUrl: string) => Promise<Answer>;

verifies("keys:create:killed", async () => {
  const dataDir = join(scratchFolder(), "data");
  let known: string[] = [];
  const crashes = await crashesUntilDone(dataDir, create, async (baseUrl, answer) => {
    const keys = await wholeKeys(dataDir, baseUrl);
    if (answer !== undefined) {
      const { key } = answer.body.response;
      expect(await call(baseUrl, "GET", recordsPath(), { key })).toSucceed();
    }
    // A caller without an answer has created one key or none, and all earlier keys are intact.
    expect(keys.length - known.length).toBeLessThanOrEqual(1);
    expect(keys).toEqual(expect.arrayContaining(known));
    known = keys;
    expect((await create(baseUrl)).status).toBe(200);
    known = await wholeKeys(dataDir, baseUrl);
  });
  expect(crashes).toBeGreaterThanOrEqual(2 * sides.length);
});

verifies("keys:delete:single", "kill -9 at any write leaves the key complete or deleted", async () => {
  const dataDir = join(scratchFolder(), "data");
  let key = await withService(dataDir, async (baseUrl) => (await create(baseUrl)).body.response.key);
  const remove: Attempt = (baseUrl) => call(baseUrl, "DELETE", `/svc/api/api-key/${key}`, { headers: admin });
  const crashes = await crashesUntilDone(dataDir, remove, async (baseUrl, answer) => {
    const keys = await wholeKeys(dataDir, baseUrl);
    const use = await call(baseUrl, "GET", recordsPath(), { key });
    expect(use.status).toBe(keys.length === 1 ? 200 : 401);
    if (answer !== undefined) expect(keys).toEqual([]);
    if (keys.length === 0) key = (await create(baseUrl)).body.response.key;
  });
  expect(crashes).toBeGreaterThanOrEqual(sides.length);
});

/**
 * Sides of a write. tests/crashes tests every point with stores in memory; here a real process is killed. `EVERY_MOMENT=1` tests both
 * sides.
 */
const sides = takesEveryMoment ? (["before", "after"] as const) : (["after"] as const);

/** Kills the service at each write of an attempt, and checks the next service each time. */
async function crashesUntilDone(
  dataDir: string,
  attempt: Attempt,
  look: (baseUrl: string, answer: Answer | undefined) => Promise<void>,
): Promise<number> {
  let crashes = 0;
  for (let number = 1; ; number += 1) {
    let done = false;
    for (const side of sides) {
      const answer = await attemptThatDies(dataDir, attempt, side, number);
      if (answer === undefined) crashes += 1;
      else done = true;
      await withService(dataDir, (baseUrl) => look(baseUrl, answer));
    }
    if (done) return crashes;
  }
}

/** Returns nothing if the process died before its answer arrived. */
async function attemptThatDies(dataDir: string, attempt: Attempt, side: string, number: number) {
  const program = new URL("../support/programs/crash-at.ts", import.meta.url);
  const child = startChild(program, dataDir, server.origin, side, String(number));
  const [baseUrl = ""] = await child.lines(1);
  child.publish("arm");
  await child.lines(2);
  const answer = await attempt(baseUrl).catch(() => undefined); // The connection died with the process.
  if (answer !== undefined) child.process.kill("SIGKILL");
  await child.ended();
  expect(child.process.signalCode).toBe("SIGKILL");
  return answer;
}

async function withService<T>(dataDir: string, use: (baseUrl: string) => Promise<T>): Promise<T> {
  const settings = readLocalSettings({ PORT: "0", DATA_DIR: dataDir, FMS_URL: server.origin });
  const runtime = await startRuntime(settings, server.origin);
  try {
    return await use(runtime.baseUrl);
  } finally {
    await runtime.stop();
  }
}

/**
 * Returns the ids of all listed keys. Expects that each is complete: one record, one pointer to it, and a password that can be decrypted.
 */
async function wholeKeys(dataDir: string, baseUrl: string): Promise<string[]> {
  const clock = systemClock;
  const vault = openVault({ file: `${dataDir}.key`, createIfMissing: false, clock, ids: systemIds(clock) });
  const { "api-keys": rows } = (await call(baseUrl, "GET", "/svc/api/api-key", { headers: admin })).body.response;
  const records = storedRows(dataDir, "keys#data");
  const pointers = storedRows(dataDir, "key#");
  expect(records.map(({ fields }) => fields.id)).toEqual(rows.map(({ id }: { id: number }) => id));
  expect(pointers.map(({ pk, fields }) => [pk, fields.id]).sort()).toEqual(
    records.map(({ fields }) => [`key#${fields.secretId}`, fields.id]).sort(),
  );
  for (const { pk, sk, fields } of records) {
    const context = { kind: "data-key", item: `${pk}|${sk}`, field: "sealedPass" };
    expect(await vault.open(String(fields.sealedPass), context)).toBe("demo-pass");
  }
  return records.map(({ fields }) => String(fields.id));
}
