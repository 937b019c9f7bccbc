import { appendFileSync, renameSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { writeFileOf } from "../../sandbox/fmserver/disk/hosted-file.ts";
import { Database } from "../../sandbox/fmserver/world/schema/database-schema.ts";
import { usualLimits } from "../deployments/support/two-servers.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aFile, aReleaseSetup, fullAccess } from "./support/a-release-setup.ts";

const scripts = [
  { name: "Fail", steps: [{ error: 500 }] },
  { name: "Wait", steps: [{ delayMs: 3_600_000 }] },
];
/** Closed files, so that a test can replace them. */
const ledger = {
  ...aFile("Ledger", { fields: ["name", "phone"] }),
  status: "CLOSED" as const,
  layouts: [{ name: "Ledger", occurrence: "Ledger", fields: ["name"] }],
  valueLists: [{ name: "States", values: ["open"] }],
};
const sealed = { ...aFile("Sealed"), status: "CLOSED" as const, encryptionKey: "sealed-key" };
const server = await aReleaseSetup(
  testService,
  "development",
  [
    aFile("Contacts", { records: 3 }),
    { ...aFile("Archive", { records: 1 }), status: "CLOSED" },
    { ...aFile("Orders"), scripts },
    aFile("Projects"),
    ledger,
    sealed,
  ],
  true,
  { releaseLimits: { ...usualLimits, preBuildScriptSeconds: 3_600 } },
);
afterAll(() => server.stop());

const compare = (from: unknown, to: unknown) => server.get(`build/db/compare?from=${from}&to=${to}`);
const structure = async ({ from, to }: Pair) => (await compare(from, to)).body.response.comparison.structure;
const compareInside = (json: object) => server.post("build/db/compare", json);
const rewrite = (database: ReturnType<typeof aFile>) =>
  writeFileOf(server.at("Data", "Databases", `${database.name}.fmp12`), Database.parse(database));
interface Pair {
  readonly from: unknown;
  readonly to: unknown;
}
const runsFirst = (name: string) => ({
  file: { name: "Orders", ...fullAccess },
  script: { name },
  stopBuildOnFail: true,
});

verifies("builds:compare:files", async () => {
  const file = (fileName: string, clone = true) => ({ fileName, clone });
  const made = (...files: readonly object[]) => server.built({ buildId: "release", files, force: true });
  const before = await made(file("Contacts"), file("Orders"), file("Archive", false));
  // The same id: the earlier build is no longer in the outbox, but its record has its contents.
  const after = await made(file("contacts", false), file("Archive", false), file("Projects"));
  const { comparison } = (await compare(before.ottofmsId, after.ottofmsId)).body.response;
  expect(comparison).toMatchObject({
    from: { id: before.ottofmsId, buildId: "release" },
    to: { id: after.ottofmsId, buildId: "release" },
    files: [
      { fileName: "Archive.fmp12", change: "unchanged", differences: [] },
      { fileName: "Contacts.fmp12", change: "changed", from: { clone: true }, to: { clone: false } },
      { fileName: "Orders.fmp12", change: "removed", from: { clone: true }, to: null },
      { fileName: "Projects.fmp12", change: "added", from: null, to: { clone: true } },
    ],
  });
  const [, contacts] = comparison.files;
  expect(contacts.differences).toEqual(["clone", "sha256"]);
  expect(before.files).toContainEqual({ fileName: contacts.fileName, ...contacts.from });
  expect(after.files).toContainEqual({ fileName: contacts.fileName, ...contacts.to });
  const back = (await compare(after.ottofmsId, before.ottofmsId)).body.response.comparison;
  expect(back.files.map(({ change }: { readonly change: string }) => change)).toEqual(
    // In the same order, with added and removed swapped.
    ["unchanged", "changed", "added", "removed"],
  );
});

verifies("builds:compare:refused", async () => {
  const files = [{ fileName: "Contacts" }];
  const { ottofmsId: whole } = await server.built({ buildId: "whole", files });
  expect(await compare(whole, 4711)).toRefuseWith("build_not_found");
  const failed = await server.built({ buildId: "never-made", files, preBuildScript: runsFirst("Fail") });
  const refusal = await compare(whole, failed.ottofmsId);
  expect(refusal).toRefuseWith("build_not_completed");
  expect(refusal.body.messages[0].text).toContain("never-made");
  const json = { buildId: "being-made", files, preBuildScript: runsFirst("Wait") };
  const { ottofmsId: open, processId } = (await server.post("build", json)).body.response;
  const early = await compare(open, whole);
  expect(early).toRefuseWith("build_running");
  expect(early.body.messages[0].text).toContain("being-made");
  // A build aborted before it runs is only ended by the agent's next heartbeat.
  const phase = async () => (await server.get(`processes/${processId}`)).body.response.process.phase;
  while ((await phase()) !== "pre-build script") await server.service.clock.sleep(20);
  await server.post("build/abort");
  await server.ended(processId);
});

const processesKeptMs = 40 * 24 * 60 * 60_000;
const inside = [
  { fileName: "Ledger", clone: false, ...fullAccess },
  { fileName: "Sealed", clone: false, ...fullAccess },
];
let pair: Pair = { from: 0, to: 0 };

verifies("builds:compare:structure", async () => {
  // One build is a folder, the other one is zipped.
  const before = await server.built({ buildId: "ledger-1", files: inside, zipFiles: false });
  rewrite({
    ...ledger,
    tables: [
      { name: "Ledger", fields: [{ name: "name" }, { name: "email" }, { name: "city" }] },
      { name: "Notes", fields: [{ name: "text" }] },
    ],
    layouts: [{ name: "Ledger", occurrence: "Ledger", fields: ["name", "city"] }],
    valueLists: [{ name: "States", values: ["open", "paid"] }],
    scripts: [
      { name: "Before", steps: [{ text: "Otherwise" }] },
      { name: "After", steps: [] },
    ],
    privilegeSets: [{ name: "Clerk" }],
  });
  rewrite({ ...sealed, scripts: [] });
  const after = await server.built({ buildId: "ledger-2", files: inside });
  pair = { from: before.ottofmsId, to: after.ottofmsId };
  const nothing = { state: "none", processId: null, reason: null, comparedAt: null, files: [] };
  expect(await structure(pair)).toEqual(nothing);

  const { started, processId } = (await compareInside(pair)).body.response;
  expect(started).toBe(true);
  const process = await server.ended(processId);
  const reason = "couldn't read 1 of 2 files in both builds";
  expect(process, await server.log(processId)).toMatchObject({ state: "doneWithErrors", reason });
  const found = await structure(pair);
  expect(found).toMatchObject({ state: "compared", processId, comparedAt: process.endedAt });
  const none = { added: 0, removed: 0, changed: 0 };
  expect(found.files[0]).toEqual({
    fileName: "Ledger.fmp12",
    state: "compared",
    reason: null,
    kinds: [
      { kind: "table", ...none, added: 1, changes: [{ change: "added", name: "Notes" }] },
      {
        kind: "field",
        ...{ added: 2, removed: 0, changed: 1 },
        changes: [
          { change: "added", name: "Ledger::city" },
          { change: "changed", name: "Ledger::email", was: "phone" },
          { change: "added", name: "Notes::text" },
        ],
      },
      { kind: "tableOccurrence", ...none, added: 1, changes: [{ change: "added", name: "Notes" }] },
      { kind: "layout", ...none, changed: 1, changes: [{ change: "changed", name: "Ledger" }] },
      {
        kind: "script",
        ...{ added: 1, removed: 0, changed: 1 },
        changes: [
          { change: "added", name: "After" },
          { change: "changed", name: "Before" },
        ],
      },
      { kind: "valueList", ...none, changed: 1, changes: [{ change: "changed", name: "States" }] },
      { kind: "privilegeSet", ...none, added: 1, changes: [{ change: "added", name: "Clerk" }] },
    ],
  });
});

verifies("builds:compare:unreadable", async () => {
  const [, unread] = (await structure(pair)).files;
  expect(unread).toMatchObject({ fileName: "Sealed.fmp12", state: "unreadable", kinds: [] });
  expect(unread.reason).toMatch(/^in ledger-1, FMDeveloperTool failed \(exit code: 212\): .*Invalid encryption key/);

  const files = [{ fileName: "sealed", encryptionKey: "sealed-key" }];
  const tool = server.at("Database Server", "bin", "FMDeveloperTool");
  renameSync(tool, `${tool}.gone`);
  const missing = (await compareInside({ ...pair, files })).body.response.processId;
  expect(await server.ended(missing)).toMatchObject({ state: "failed" });
  renameSync(`${tool}.gone`, tool);
  const failed = await structure(pair);
  expect(failed).toMatchObject({ state: "failed", processId: missing });
  expect(failed.reason).toContain("FMDeveloperTool is not installed");
  // Earlier results are still there.
  expect(failed.files[0].state).toBe("compared");

  const again = (await compareInside({ ...pair, files })).body.response;
  expect(again.started).toBe(true);
  expect(await server.ended(again.processId)).toMatchObject({ state: "done" });
  expect((await structure(pair)).files).toMatchObject([
    { fileName: "Ledger.fmp12", state: "compared" },
    {
      fileName: "Sealed.fmp12",
      state: "compared",
      kinds: [{ kind: "script", removed: 1, changes: [{ change: "removed", name: "Before" }] }],
    },
  ]);
  expect(await server.log(again.processId)).not.toContain("sealed-key");
  expect((await compareInside(pair)).body.response).toEqual({ started: false, processId: again.processId });
});

verifies(
  "builds:compare:unreadable",
  "a build that was changed in the outbox isn't accepted as the original",
  async () => {
    const { ottofmsId } = await server.built({ buildId: "ledger-3", files: inside.slice(0, 1), zipFiles: false });
    appendFileSync(server.at("Data", "Backups", "Latchkey Builds", "outbox", "ledger-3", "Ledger.fmp12"), "more");
    const changed = { from: pair.from, to: ottofmsId };
    const { processId } = (await compareInside(changed)).body.response;
    expect(await server.ended(processId)).toMatchObject({ state: "doneWithErrors" });
    const [file] = (await structure(changed)).files;
    expect(file.reason).toBe("in ledger-3, the file differs from the build's record");
  },
);

verifies("builds:compare:structure-refused", async () => {
  const files = [{ fileName: "Archive", clone: false }];
  const { ottofmsId: one } = await server.built({ buildId: "archive-1", files });
  const { ottofmsId: other } = await server.built({ buildId: "archive-2", files });
  expect(await compareInside({ from: one, to: other })).toRefuseWith("builds_alike");
  expect(await compareInside({ from: one, to: pair.to })).toRefuseWith("builds_alike");
  expect(await compareInside({ from: one, to: 4711 })).toRefuseWith("build_not_found");
  const unknown = await compareInside({ ...pair, files: [{ fileName: "Archive" }] });
  expect(unknown).toRefuseWith("input_invalid");
  await server.service.admin("DELETE", "/svc/api/build/ledger-1?inboxOrOutbox=outbox");
  const gone = await compareInside({ ...pair, files: [{ fileName: "Ledger", ...fullAccess }] });
  expect(gone).toRefuseWith("build_not_in_outbox");
  expect(gone.body.messages[0].text).toContain("ledger-1");
});

verifies("builds:compare:kept", async () => {
  const known = await structure(pair);
  expect((await compareInside(pair)).body.response).toEqual({ started: false, processId: known.processId });
  await server.service.turn(processesKeptMs);
  expect(await server.get(`processes/${known.processId}`)).toRefuseWith("process_not_found");
  expect(await structure(pair)).toEqual(known);
  await server.service.admin("DELETE", `/svc/api/build/db/${pair.from}`);
  expect(await compare(pair.from, pair.to)).toRefuseWith("build_not_found");
  expect((await server.service.rows()).filter(({ pk }) => pk === "builds#compared")).toEqual([]);
});
