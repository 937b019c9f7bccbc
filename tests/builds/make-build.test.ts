import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, rmSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { readZip } from "../../local-agent/zip/read-zip.ts";
import { readFileOf } from "../../sandbox/fmserver/disk/hosted-file.ts";
import { aFileServer } from "../deployments/support/a-file-server.ts";
import { usualLimits } from "../deployments/support/two-servers.ts";
import { saved } from "../downloads/support/saved.ts";
import { unzipped } from "../downloads/support/unzipped.ts";
import { finalProcess } from "../processes/support/final-process.ts";
import { trailOf } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { writeLargeZip } from "./support/a-large-zip.ts";
import { aFile, aReleaseSetup, fullAccess } from "./support/a-release-setup.ts";

const hosted = [
  aFile("Contacts", { records: 3 }),
  aFile("Orders", { records: 2 }),
  { ...aFile("Archive", { records: 1 }), status: "CLOSED" },
  {
    ...aFile("Scripts"),
    scripts: [
      { name: "Prove", steps: [{ document: { name: "otto-prebuild-result.txt", text: "done\r\n" } }] },
      { name: "Fail", steps: [{ error: 500 }] },
      { name: "Wait", steps: [{ delayMs: 3_600_000 }] },
    ],
  },
] satisfies Parameters<typeof aReleaseSetup>[2];
const releaseLimits = { ...usualLimits, preBuildScriptSeconds: 1 };
const server = await aReleaseSetup(testService, "development", hosted, false, {
  releaseLimits,
  environment: { USE_DATABASE_FOLDER_FOR_MIGRATIONS: "false" },
});
const agent = await server.agent();
afterAll(() => server.stop());

const outbox = (...parts: readonly string[]) => server.at("Data", "Backups", "Latchkey Builds", "outbox", ...parts);
const manifestOf = (build: string) => JSON.parse(readFileSync(outbox(build, "manifest.json"), "utf8"));

verifies("builds:start:operation", async () => {
  const started = await server.post("build", {
    buildId: "release-1",
    files: [
      { fileName: "contacts", clone: true, ...fullAccess },
      { fileName: "Orders.fmp12", clone: false },
      { fileName: "Archive.fmp12", clone: false },
    ],
    compressionLevel: 6,
  });
  expect(started.status).toBe(200);
  expect(started.body.response).toMatchObject({ started: true, buildId: "release-1", ottofmsId: 1 });
  const process = await server.ended(started.body.response.processId);
  expect(process, await server.log(process.id)).toMatchObject({ state: "done" });

  const { response } = (await server.get("build/release-1/status?delay=20")).body;
  expect(response).toMatchObject({ status: "completed", zipArchive: "release-1.build.zip", completedFiles: 3 });
  const zip = readFileSync(outbox("release-1", "release-1.build.zip"));
  expect(response).toMatchObject({ zipSize: zip.length, sha256: createHash("sha256").update(zip).digest("hex") });

  const files = await unzipped(outbox("release-1", "release-1.build.zip"));
  expect([...files.keys()]).toEqual(["manifest.json", "Contacts.fmp12", "Orders.fmp12", "Archive.fmp12"]);
  const recordsOf = (name: string) =>
    readFileOf(saved(files.get(name) ?? Buffer.alloc(0))).definition?.tables.flatMap(({ records }) => records).length;
  expect([recordsOf("Contacts.fmp12"), recordsOf("Orders.fmp12"), recordsOf("Archive.fmp12")]).toEqual([0, 2, 1]);
  expect(JSON.parse(String(files.get("manifest.json")))).toMatchObject({ status: "zipping", buildId: "release-1" });
  expect([server.statusOf("Contacts"), server.statusOf("Archive")]).toEqual(["NORMAL", "CLOSED"]);
  expect(existsSync(server.at("Data", "Backups", "Latchkey Builds", "work", String(process.id)))).toBe(false);
});

verifies("builds:download:link", async () => {
  await server.built({ buildId: "linked", files: [{ fileName: "Contacts", clone: false }] });
  const { downloadUrl } = (await server.get("build/linked/status")).body.response;
  const zip = readFileSync(outbox("linked", "linked.build.zip"));
  const path = downloadUrl.slice(server.service.baseUrl.length);
  const whole = await server.service.raw("GET", path);
  expect([whole.status, whole.bytes.equals(zip)]).toEqual([200, true]);
  const part = await server.service.raw("GET", path, { headers: { Range: "bytes=100-199" } });
  expect([part.status, part.headers["content-range"]]).toEqual([206, `bytes 100-199/${zip.length}`]);
  expect(part.bytes.equals(zip.subarray(100, 200))).toBe(true);
  const older = path.replace("/download?token=", "/download/");
  expect((await server.service.raw("GET", older)).bytes.equals(zip)).toBe(true);
  const forged = path.replace(/.$/, (last: string) => (last === "0" ? "1" : "0"));
  expect(await server.service.raw("GET", forged)).toRefuseWith("build_link_not_found");
  expect((await server.service.admin("GET", "/svc/api/build/linked")).bytes.equals(zip)).toBe(true);
});

verifies("builds:download:large", async () => {
  await server.built({ buildId: "large", files: [{ fileName: "Contacts" }] });
  const { downloadUrl } = (await server.get("build/large/status")).body.response;
  const length = writeLargeZip(outbox("large", "large.build.zip"), "Contacts.fmp12");
  expect(length).toBeGreaterThan(2 ** 32);
  const byQuery = downloadUrl.slice(server.service.baseUrl.length);
  expect((await server.service.raw("HEAD", byQuery)).headers["content-length"]).toBe(String(length));

  const read = (path: string, Range: string, more: object = {}) =>
    server.service.raw("GET", path, { headers: { Range, ...more } });
  const tail = Buffer.alloc(500);
  const file = openSync(outbox("large", "large.build.zip"), "r");
  readSync(file, tail, 0, tail.length, length - tail.length);
  closeSync(file);
  for (const path of [byQuery, byQuery.replace("/download?token=", "/download/")]) {
    const across = await read(path, `bytes=${2 ** 32 - 2}-${2 ** 32 + 1}`);
    expect([across.status, across.headers["content-range"], [...across.bytes]]).toEqual([
      206,
      `bytes ${2 ** 32 - 2}-${2 ** 32 + 1}/${length}`,
      [0, 0, 0, 0],
    ]);
    // An interrupted transfer continues after four billion bytes.
    const rest = await read(path, `bytes=${length - tail.length}-`, { "If-Range": across.headers.etag });
    expect([rest.status, rest.bytes.equals(tail)]).toEqual([206, true]);
    expect(await read(path, `bytes=${length}-`)).toRefuseWith("range_unsatisfiable");
  }
  const [entry] = await readZip(outbox("large", "large.build.zip"), {});
  expect(entry).toMatchObject({ name: "Contacts.fmp12", sizeBytes: 4_500_000_000 });
});

verifies("builds:start:no-credentials", async () => {
  const files = [{ fileName: "Contacts", clone: true, ...fullAccess }];
  await server.built({ buildId: "plain", files });
  expect(JSON.stringify(manifestOf("plain"))).not.toContain(fullAccess.password);
  expect(manifestOf("plain").files[0]).not.toHaveProperty("user");
});

verifies("builds:start:credentials", async () => {
  const files = [{ fileName: "Contacts", clone: true, ...fullAccess }];
  await server.built({ buildId: "open", files, includeCredentialsInManifest: true });
  expect(manifestOf("open").files[0]).toMatchObject(fullAccess);
  const { manifests } = (await server.get("build/list")).body.response;
  const listed = manifests.find(({ buildId }: { readonly buildId: string }) => buildId === "open");
  expect(listed.files[0]).toMatchObject({ user: "Admin", password: "********" });
});

verifies("builds:start:same-id", async () => {
  const files = [{ fileName: "Contacts" }];
  await server.built({ buildId: "once", files });
  expect(await server.post("build", { buildId: "once", files })).toRefuseWith("build_exists");
  const again = await server.built({ buildId: "once", files, force: true });
  expect(again).toMatchObject({ status: "completed" });
  const { builds } = (await server.get("build/db/list")).body.response;
  const rows = builds.filter((row: { readonly build_id: string }) => row.build_id === "once");
  expect(rows.map(({ existsInOutbox }: { readonly existsInOutbox: boolean }) => existsInOutbox)).toEqual([true, false]);
});

verifies("builds:outbox:kept", async () => {
  for (const buildId of ["kept-1", "kept-2", "kept-3", "kept-4"])
    await server.built({ buildId, files: [{ fileName: "Contacts" }] });
  // The oldest build is deleted shortly after the newest one appears.
  let there: readonly { readonly build_id: string }[] = [];
  for (;;) {
    const { builds } = (await server.get("build/db/list")).body.response;
    there = builds.filter(({ existsInOutbox }: { readonly existsInOutbox: boolean }) => existsInOutbox);
    if (there.length <= 3) break;
    await server.service.clock.sleep(20);
  }
  expect(there.map(({ build_id }) => build_id)).toEqual(["kept-4", "kept-3", "kept-2"]);
  const { manifests } = (await server.get("build/list")).body.response;
  expect(manifests.map(({ buildId }: { readonly buildId: string }) => buildId)).toEqual(["kept-2", "kept-3", "kept-4"]);
  const [entry] = await trailOf(server.service)("?action=cleanUpOutbox");
  expect(entry).toMatchObject({ actor: "service", objects: [expect.stringMatching(/^build:/)], outcome: "done" });
});

verifies("builds:start:ignored", async () => {
  const options = { closeFiles: true, ensureFilesOpen: true, force: true };
  const begun = await server.post("build", { buildId: "kept-5", files: [{ fileName: "Contacts" }], ...options });
  expect(begun.status, begun.text).toBe(200);
  expect(begun.body.messages.slice(1)).toEqual([
    { code: 0, text: "`closeFiles`: ignored; open files are copied without closing them" },
    { code: 0, text: "`ensureFilesOpen`: ignored; closed files are copied without opening them" },
  ]);
  expect(await server.ended(begun.body.response.processId)).toMatchObject({ state: "done" });
});

verifies("builds:start:refused", async () => {
  const start = (more: object) =>
    server.post("build", { buildId: "refused", files: [{ fileName: "Contacts" }], ...more });
  expect(await start({ files: [{ fileName: "Nowhere" }] })).toRefuseWith("database_not_found");
  expect(await start({ buildId: "../outside" })).toRefuseWith("input_invalid");
  expect(await start({ publish: { destinations: [] } })).toRefuseWith("input_invalid");
  expect(await server.get("build/nowhere/status")).toRefuseWith("build_not_found");
  expect(await server.service.admin("DELETE", "/svc/api/build/db/4711")).toRefuseWith("build_not_found");
  expect(await server.post("build/abort")).toRefuseWith("build_not_running");
});

verifies("builds:start:scheduled", async () => {
  const at = Math.ceil(server.service.clock.now() / 1000) * 1000 + 86_400_000;
  // As this host's clock will show it.
  const timestamp = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  const later = { buildId: "later", files: [{ fileName: "Contacts" }], scheduled: true };
  expect(await server.post("build", later)).toRefuseWith("input_invalid");
  const { response } = (await server.post("build", { ...later, timestamp })).body;
  const { ottofmsId, schedule } = response;
  expect(response).toMatchObject({ scheduled: true, buildId: "later" });
  expect(schedule).toMatchObject({ id: `build-${ottofmsId}`, nextRun: new Date(at).toISOString() });
  const { builds } = (await server.get("build/db/list")).body.response;
  expect(builds[0]).toMatchObject({ id: ottofmsId, status: "scheduled", schedule_id: schedule.id });
  const { body } = await server.service.admin("DELETE", `/svc/api/build/db/${ottofmsId}`);
  expect(body.response).toMatchObject({ ok: true });
  expect(await server.ended(response.processId)).toMatchObject({ state: "aborted" });
});

const preBuildScript = (name: string, more: object = {}) => ({
  file: { name: "Scripts", ...fullAccess },
  script: { name },
  ...more,
});

verifies("builds:scripts:before", async () => {
  const start = (script: object) =>
    server.built({ buildId: "scripted", files: [{ fileName: "Contacts" }], preBuildScript: script, force: true });
  const decisive = { stopBuildOnFail: true };
  expect(await start(preBuildScript("Prove", decisive))).toMatchObject({
    status: "completed",
    log: expect.arrayContaining([
      { level: "info", phase: "pre-build script", message: "Ran Prove in Scripts", timeElapsed: expect.any(Number) },
    ]),
  });
  expect(readdirSync(server.at("Data", "Documents"))).toEqual([]);
  const failed = await start(preBuildScript("Fail", decisive));
  expect(failed).toMatchObject({ status: "failed", message: expect.stringContaining("FileMaker error 500") });
  expect(failed.log).not.toContainEqual(expect.objectContaining({ phase: "backing up" }));
  const warned = await start(preBuildScript("Fail"));
  expect(warned).toMatchObject({
    status: "completed",
    message: "the script Fail in Scripts failed with FileMaker error 500",
  });
  const { builds } = (await server.get("build/db/list")).body.response;
  expect(builds[0]).toMatchObject({ build_id: "scripted", hasErrors: true, existsInOutbox: true });
  const late = await start(preBuildScript("Wait", decisive));
  expect(late).toMatchObject({ status: "failed", message: expect.stringContaining("did not finish within 1 second") });
  const nowhere = { ...preBuildScript("Prove"), file: { name: "Nowhere", ...fullAccess } };
  expect(await server.post("build", { files: [{ fileName: "Contacts" }], preBuildScript: nowhere })).toRefuseWith(
    "database_not_found",
  );
});

verifies("builds:scripts:aborted", async () => {
  const script = { file: { name: "Scripts", ...fullAccess }, script: { name: "Wait", timeout: 3_600 } };
  const json = { buildId: "left", files: [{ fileName: "Contacts" }], preBuildScript: script };
  const { processId } = (await server.post("build", json)).body.response;
  await finalProcess(server.service, processId, ({ phase }) => phase === "pre-build script");
  expect((await server.post("build/abort")).body.response).toEqual({ success: true });
  expect(await server.ended(processId)).toMatchObject({ state: "aborted" });
  expect((await server.get("build/left/status?delay=20")).body.response).toMatchObject({ status: "aborted" });
  expect(await server.get("build/left")).toRefuseWith("build_not_found");
});

verifies("builds:chain:results", async () => {
  const apiKey = await server.service.anAdminKey();
  const calls: string[] = [];
  const target = await aFileServer(outbox(), {
    "/hook": (request) => {
      calls.push(`${request.headers["x-secret"]} ${request.body}`);
      return "{}";
    },
  });
  const hook = { type: "generic_api", url: `${target.address}/hook`, headers: { "x-secret": "hidden" } };
  const chainedAction = [
    { ...hook, body: { built: true } },
    { type: "build_start", url: server.url, apiKey, input: { buildId: "follows", files: [{ fileName: "Orders" }] } },
    { ...hook, body: { failed: true }, sendOnFailure: true },
  ];
  const resultsOf = async (more: object) => {
    const files = [{ fileName: "Contacts" }];
    const { ottofmsId } = await server.built({ buildId: "chained", files, chainedAction, force: true, ...more });
    for (;;) {
      const { build } = (await server.get(`build/db/${ottofmsId}`)).body.response;
      if (build.chained_action_results !== null) return build.chained_action_results;
      await server.service.clock.sleep(20);
    }
  };
  const results = await resultsOf({});
  expect(results).toMatchObject([
    { action: { type: "generic_api" }, success: true },
    { action: { type: "build_start" }, success: true, result: { started: true, buildId: "follows" } },
    { action: { sendOnFailure: true }, success: true },
  ]);
  expect((await server.get("build/chained/status")).body.response.chainedActionResults).toEqual(results);
  expect(JSON.stringify(results)).not.toMatch(new RegExp(`hidden|${apiKey}`));
  await server.ended(results[1].result.processId);
  const failing = { preBuildScript: preBuildScript("Fail", { stopBuildOnFail: true }) };
  expect(await resultsOf(failing)).toMatchObject([{ action: { sendOnFailure: true }, success: true }]);
  expect(calls).toEqual(['hidden {"built":true}', 'hidden {"failed":true}', 'hidden {"failed":true}']);
  await target.stop();
});

verifies("builds:rerun:deleted", async () => {
  await server.built({ buildId: "again", files: [{ fileName: "Contacts", clone: false }], zipFiles: false });
  expect(existsSync(outbox("again", "Contacts.fmp12"))).toBe(true);
  const { ottofmsId } = (await server.get("build/again/status")).body.response;
  expect(await server.post(`build/db/${ottofmsId}/rerun`)).toRefuseWith("build_exists");
  const rerun = await server.post(`build/db/${ottofmsId}/rerun`, { deleteExistingBuild: true });
  expect(await server.ended(rerun.body.response.processId)).toMatchObject({ state: "done" });
  await server.get("build/again/status?delay=20");
  const path = `/svc/api/build/db/${rerun.body.response.ottofmsId}`;
  expect((await server.get(`build/db/${rerun.body.response.ottofmsId}`)).body.response.build).toMatchObject({
    status: "completed",
    log: expect.arrayContaining([expect.objectContaining({ phase: "backing up", message: "Copied Contacts.fmp12" })]),
  });
  expect((await server.service.admin("DELETE", path)).body.response).toMatchObject({ ok: true });
  expect(existsSync(outbox("again"))).toBe(false);
  expect(await server.service.admin("GET", path)).toRefuseWith("build_not_found");
});

verifies("builds:restart:crashed", async () => {
  const rowsOf = async (...builds: readonly string[]) => {
    const { response } = (await server.get("build/db/list")).body;
    const rows = response.builds.filter((row: { readonly build_id: string }) => builds.includes(row.build_id));
    return rows.map((row: Readonly<Record<string, unknown>>) => [row.build_id, row.status, row.existsInOutbox]);
  };
  const made = (buildId: string) => server.built({ buildId, files: [{ fileName: "Contacts" }] });
  const folder = "backups/Latchkey Builds/outbox";
  await made("lost");
  await made("deleted");
  await server.service.admin("DELETE", "/svc/api/build/deleted");
  await made("trashed");
  await server.service.admin("DELETE", `/svc/api/files?path=${encodeURIComponent(`${folder}/trashed`)}&recursive=true`);
  await made("moved");
  await server.post("files/move", { path: `${folder}/moved`, toPath: "backups" });
  await agent.stop();
  // With an agent, the service that is now stopped could have checked already.
  rmSync(outbox("lost"), { recursive: true });
  await server.service.restart();
  // Without a request: the service checks some time after the agent is back.
  const removed = ["moved", "trashed", "deleted"];
  const gone = removed.map((buildId) => [buildId, "completed", false]);
  let rows = await rowsOf("lost", ...removed);
  expect(rows).toEqual([...gone, ["lost", "completed", true]]);
  const linkAddress = `${server.service.baseUrl.replace(/^http/, "ws")}/svc/agent`;
  const next = await server.agent({ again: true, linkAddress });
  while (rows.at(-1)[2]) {
    await server.service.turn(1_000);
    rows = await rowsOf("lost", ...removed);
  }
  expect(rows).toEqual([...gone, ["lost", "crashed", false]]);
  await next.stop();
});

verifies("builds:settings:ignored", async () => {
  expect(await server.service.logs()).toMatch(/"setting_ignored".*"USE_DATABASE_FOLDER_FOR_MIGRATIONS"/);
});

verifies("builds:make:backup-time", async () => {
  const linkAddress = `${server.service.baseUrl.replace(/^http/, "ws")}/svc/agent`;
  await server.agent({ again: true, linkAddress, backupMs: 1 });
  server.service.sandbox.faults.set({ kind: "schedule", milliseconds: 60_000 });
  const { status, message } = await server.built({ buildId: "slow", files: [{ fileName: "Contacts" }] });
  expect([status, message]).toEqual([
    "failed",
    expect.stringContaining("did not copy Contacts.fmp12 within 0.001 seconds"),
  ]);
});
