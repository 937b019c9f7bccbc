import { afterAll, beforeEach, expect } from "vitest";
import type { Point } from "#shared/system/contract.ts";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import type { Answer } from "../support/http/call.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(async () => {
  service.sandbox.faults.clear();
  service.sandbox.reload();
  // Past the guessing limits of earlier tests.
  await service.turn(2 * 60 * 60_000);
});

const check = (json: unknown) => service.admin("POST", "/svc/api/prerequisites", json);
const account = { user: "api", pass: "demo-pass" };

/** Returns the states of an answer's points by id; points of files by id and file. */
function states({ body, status, text }: Answer): Record<string, Point["state"]> {
  if (status !== 200) throw new Error(text);
  const points: readonly Point[] = body.response.points;
  return Object.fromEntries(points.map(({ id, file, state }) => [file === null ? id : `${id} ${file}`, state]));
}

const point = ({ body }: Answer, id: Point["id"]): Point =>
  body.response.points.find((candidate: Point) => candidate.id === id);

const goodFile = (file: string) => ({
  [`file_hosted ${file}`]: "ok",
  [`file_open ${file}`]: "ok",
  [`file_account ${file}`]: "ok",
  [`file_fmrest ${file}`]: "ok",
  [`file_fmodata ${file}`]: "ok",
});

verifies("system:prerequisites:data-api", "a working server, file, and account are all ok", async () => {
  const answer = await check({ files: ["contacts"], ...account });
  expect(states(answer)).toEqual({
    server_reachable: "ok",
    database_server: "ok",
    admin_account: "ok",
    server_version: "ok",
    data_api_enabled: "ok",
    odata_enabled: "ok",
    certificate_valid: "ok",
    clock: "ok",
    // On AWS, the service has no disk of its own.
    ...(!onAws && { disk_space: "ok" }),
    ...goodFile("Contacts.fmp12"),
  });
  expect(answer.body.response.ok).toBe(true);
  expect(service.sandbox.counters.openSessions()).toBe(0);
  // Only the session that the account's calls share.
  expect(service.sandbox.counters.openAdminSessions()).toBe(1);
});

verifies("system:prerequisites:data-api", "a disabled Data API is named, and no login is tried", async () => {
  const world = demoWorld();
  service.sandbox.reload({ ...world, server: { ...world.server, dataApi: { enabled: false } } });
  const { logins, failedLogins } = service.sandbox.counters;
  const answer = await check({ files: ["Contacts"], ...account });
  expect(point(answer, "data_api_enabled")).toMatchObject({
    state: "failed",
    text: "The Data API is disabled.",
    remedy: "Enable it in the Admin Console under Connectors, FileMaker Data API.",
  });
  expect(states(answer)).toMatchObject({
    "file_hosted Contacts.fmp12": "ok",
    "file_account Contacts.fmp12": "unknown",
  });
  expect(point(answer, "file_account").remedy).toBe("Fix the points above first, then check again.");
  expect(answer.body.response.ok).toBe(false);
  expect(service.sandbox.counters).toMatchObject({ logins, failedLogins });
});

verifies("system:prerequisites:server-version", async () => {
  const world = demoWorld();
  for (const [version, state] of [
    ["19.5.4.401", "failed"],
    ["19.6.1.36", "ok"],
    ["20.3.2.205", "ok"],
    ["18.0.4.428", "failed"],
  ] as const) {
    service.sandbox.reload({ ...world, server: { ...world.server, version } });
    const answer = await check({ files: [] });
    expect(point(answer, "server_version").state, version).toBe(state);
    expect(point(answer, "server_version").text).toContain(version);
  }
});

verifies("system:prerequisites:admin-account", "an Admin API Key whose account was changed is reported", async () => {
  const headers = { Authorization: `Bearer ${await service.anAdminKey()}` };
  const ask = () =>
    service.raw("POST", "/svc/api/prerequisites", { headers, json: { files: ["Contacts"], ...account } });
  expect(states(await ask())).toMatchObject({ admin_account: "ok", server_version: "ok" });
  const world = demoWorld();
  service.sandbox.reload({ ...world, admin: { accounts: [{ name: "admin", password: "changed" }] } });
  const answer = await ask();
  expect(point(answer, "admin_account")).toMatchObject({ state: "failed" });
  expect(states(answer)).toMatchObject({ server_version: "unknown", "file_account Contacts.fmp12": "ok" });
});

verifies("system:prerequisites:hosted", "a closed file is distinguished from a missing one", async () => {
  const answer = await check({ files: ["Archive", "Nowhere.fmp12", "Contacts"], ...account });
  expect(states(answer)).toMatchObject({
    "file_hosted Archive.fmp12": "ok",
    "file_open Archive.fmp12": "failed",
    "file_hosted Nowhere.fmp12": "failed",
    "file_open Nowhere.fmp12": "unknown",
    ...goodFile("Contacts.fmp12"),
  });
  const ofNowhere = answer.body.response.points.filter(({ file }: Point) => file === "Nowhere.fmp12");
  // Nothing on the server has to be fixed, and an account was named.
  expect(ofNowhere.slice(1).map(({ remedy }: Point) => remedy)).toEqual(
    Array.from({ length: 4 }, () => "Fix the points above first, then check again."),
  );
});

verifies("system:prerequisites:account", "a wrong password is distinguished from a missing privilege", async () => {
  const wrong = await check({ files: ["Contacts"], user: "api", pass: "not it" });
  expect(states(wrong)).toMatchObject({
    "file_open Contacts.fmp12": "ok",
    "file_account Contacts.fmp12": "failed",
    "file_fmrest Contacts.fmp12": "unknown",
    "file_fmodata Contacts.fmp12": "unknown",
  });
  const bare = await check({ files: ["Contacts"], user: "nofmrest", pass: "nofmrest-pass" });
  expect(states(bare)).toMatchObject({
    "file_account Contacts.fmp12": "ok",
    "file_fmrest Contacts.fmp12": "failed",
    "file_fmodata Contacts.fmp12": "warning",
  });
  expect(JSON.stringify([wrong.body, bare.body])).not.toMatch(/not it|nofmrest-pass/);
});

verifies("system:prerequisites:account", "a key's stored account is tested on its own files", async () => {
  const key = await service.aKey({ databases: ["Contacts", "Orders"] });
  expect(states(await check({ key }))).toMatchObject({ ...goodFile("Contacts.fmp12"), ...goodFile("Orders.fmp12") });
  expect(states(await check({ key, files: ["Private"] }))).toMatchObject({ "file_account Private.fmp12": "failed" });
  expect(await check({ key: "9999" })).toRefuseWith("key_not_found");
});

verifies("system:prerequisites:key", async () => {
  const key = await service.aKey({ databases: ["Contacts"], isOData: false });
  const answer = await check({ key, files: ["contacts.FMP12", "Orders"] });
  expect(states(answer)).toMatchObject({
    key_odata: "warning",
    "file_key Contacts.fmp12": "ok",
    "file_key Orders.fmp12": "failed",
    "file_account Orders.fmp12": "ok",
  });
  expect(answer.body.response.ok).toBe(false);
  const wide = await service.aKey({ databases: ["Contacts"], isOData: true, allowAnyDatabase: true });
  const open = await check({ key: wide, files: ["Orders"] });
  expect(states(open)).toMatchObject({ key_odata: "ok", "file_key Orders.fmp12": "ok" });
  expect(open.body.response.ok).toBe(true);
});

verifies("system:prerequisites:account", "without an account, files are looked up and not opened", async () => {
  const { logins } = service.sandbox.counters;
  const answer = await check({ files: ["Contacts"] });
  expect(states(answer)).toMatchObject({
    "file_hosted Contacts.fmp12": "ok",
    "file_open Contacts.fmp12": "ok",
    "file_account Contacts.fmp12": "unknown",
  });
  expect(point(answer, "file_account").remedy).toBe("Name a key, or an account with its password.");
  expect(service.sandbox.counters.logins).toBe(logins);
});

verifies("system:prerequisites:odata", "an account without fmodata causes a warning, and nothing fails", async () => {
  const world = demoWorld();
  const databases = world.databases?.map((database) => ({
    ...database,
    privilegeSets: database.privilegeSets?.map((set) => ({
      ...set,
      extendedPrivileges: set.extendedPrivileges?.filter((name) => name !== "fmodata") ?? [],
    })),
  }));
  service.sandbox.reload({ ...world, databases } as typeof world);
  const answer = await check({ files: ["Contacts"], ...account });
  expect(states(answer)).toMatchObject({ odata_enabled: "ok", "file_fmodata Contacts.fmp12": "warning" });
  expect(answer.body.response.ok).toBe(true);
});

verifies("system:prerequisites:limited", async () => {
  for (let count = 0; count < 10; count += 1) await check({ files: ["Contacts"], user: "api", pass: `guess ${count}` });
  const refused = await check({ files: ["Contacts"], ...account });
  expect(refused).toRefuseWith("too_many_attempts");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  await service.turn(60 * 60_000);
  expect(states(await check({ files: ["Contacts"], ...account }))).toMatchObject(goodFile("Contacts.fmp12"));
});

verifies("system:prerequisites:clock", async () => {
  service.sandbox.advance(3 * 60_000);
  const early = await check({ files: [] });
  expect(point(early, "clock")).toMatchObject({ state: "warning" });
  expect(point(early, "clock").text).toMatch(/^FileMaker Server's clock is 1[67]\d seconds ahead of this service's\.$/);
  service.sandbox.advance(30 * 60_000);
  expect(point(await check({ files: [] }), "clock")).toMatchObject({ state: "failed" });
  service.sandbox.advance(-33 * 60_000);
});

verifies("system:prerequisites:remedies", async () => {
  service.sandbox.faults.set({ kind: "reset" });
  const headers = { Authorization: `Bearer ${await keyMadeBefore()}` };
  const answer = await service.raw("POST", "/svc/api/prerequisites", {
    headers,
    json: { files: ["Contacts"], ...account },
  });
  const points: readonly Point[] = answer.body.response.points;
  expect(points.find(({ id }) => id === "server_reachable")?.state).toBe("failed");
  for (const { id, state, remedy, text } of points) {
    expect(text, id).toMatch(/^[A-Z].*\.$/);
    if (state === "ok") expect(remedy, id).toBeNull();
    else expect(remedy, id).toMatch(/^[A-Z].*\.$/);
  }
});

verifies(
  "system:prerequisites:remedies",
  "incomplete input is rejected, and so are callers without a credential",
  async () => {
    expect(await check({ files: ["Contacts"], user: "api" })).toRefuseWith("input_invalid");
    expect(await check({ files: ["Contacts"], key: "1", ...account })).toRefuseWith("input_invalid");
    expect(await check({ files: ["../Contacts"] })).toRefuseWith("input_invalid");
    expect(await service.raw("POST", "/svc/api/prerequisites", { json: { files: [] } })).toRefuseWith(
      "unauthenticated",
    );
  },
);

/** Creates a key before the server resets all connections, because then it can't check an account. */
async function keyMadeBefore(): Promise<string> {
  service.sandbox.faults.clear();
  const key = await service.anAdminKey();
  service.sandbox.faults.set({ kind: "reset" });
  return key;
}
