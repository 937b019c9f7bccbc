import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect } from "vitest";
import { anAgent } from "../../agent/support/an-agent.ts";
import { newestEntry } from "../../support/audit-trail.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { adding, aPatchSetup, bytesOf, failing } from "./support/a-patch-setup.ts";

const setup = await aPatchSetup();
const { service, host } = setup;
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await setup.stop();
});
beforeEach(() => {
  service.sandbox.faults.clear();
  service.sandbox.reload();
});

const account = { username: "Admin", password: "canary-of-the-patch" };

verifies("files:patch:in-order", async () => {
  setup.patch("one.xml", adding("Visits"));
  const full = setup.patch("releases/two.xml", adding("Calls"));
  const { status, body } = await setup.apply({
    sourceFile: "contacts",
    patchFiles: ["one.xml", { path: full }, { xml: adding("Mails") }],
    ...account,
  });
  expect([status, body.response]).toEqual([200, { ok: true, processId: expect.any(Number) }]);
  expect(await newestEntry(service)).toMatchObject({ action: "applyPatch", objects: ["file:contacts.fmp12"] });
  expect(await setup.ended(body.response.processId)).toMatchObject({
    state: "done",
    reason: null,
    kind: "files.patch",
    title: "Apply patches to Contacts.fmp12",
    startedBy: "account:admin",
    hasToolLog: true,
  });
  expect(setup.tables("Contacts")).toEqual(["contacts", "visits", "calls", "mails"]);
});

verifies("files:patch:otto", async () => {
  const contentsBase64 = (xml: string) => Buffer.from(xml).toString("base64");
  const before = setup.tables("Orders");
  const { status, body, text } = await setup.apply({
    account: "Admin",
    password: account.password,
    targetFile: "Orders.fmp12",
    patches: [
      { name: "a.patch", contentsBase64: contentsBase64(adding("Größen")) },
      { name: "b.patch", contentsBase64: contentsBase64(adding("Steps")) },
    ],
    closeMessage: "Release 12",
  });
  expect(status, text).toBe(200);
  expect(body.messages).toHaveLength(1);
  expect(await newestEntry(service)).toMatchObject({ action: "applyPatch", objects: ["file:Orders.fmp12"] });
  expect(await setup.ended(body.response.processId)).toMatchObject({ state: "done" });
  expect(setup.tables("Orders")).toEqual([...before, "größen", "steps"]);
  const wrong = { account: "Admin", targetFile: "Orders.fmp12", patches: [{ name: "c", contentsBase64: "//4=" }] };
  const refused = await setup.apply(wrong);
  expect(refused).toRefuseWith("input_invalid");
  expect(refused.text).toContain("not UTF-8");
});

verifies("processes:patch:progress", async () => {
  service.sandbox.faults.set({ kind: "tool", path: "^/FMUpgradeTool/--update", hang: true });
  const { body } = await setup.apply({ sourceFile: "Contacts", patchFiles: [{ xml: adding("Visits") }], ...account });
  const id = body.response.processId;
  const shown = async () => (await service.admin("GET", `/svc/api/processes/${id}`)).body.response.process;
  while ((await shown()).phase !== "patching") await service.turn(100);
  expect(await shown()).toMatchObject({
    state: "running",
    phases: ["looking", "closing", "backing up", "patching", "verifying", "swapping", "opening"],
    canAbort: true,
  });
  const open = (await service.admin("GET", "/svc/api/processes?state=open")).body.response.processes;
  expect(open.map((process: { readonly id: number }) => process.id)).toEqual([id]);
  await service.admin("POST", `/svc/api/processes/${id}/abort`);
  const { state, phaseRuns } = await setup.ended(id);
  expect(state).toBe("aborted");
  expect(phaseRuns.map(({ phase }) => phase).slice(0, 4)).toEqual(["looking", "closing", "backing up", "patching"]);
  expect(await setup.log(id)).toContain("Closed Contacts.fmp12");
});

verifies("files:patch:reopened", async () => {
  const ended = await setup.applied({
    files: [
      { sourceFile: "Archive", patchFiles: [{ xml: adding("Visits") }], ...account },
      {
        sourceFile: "Payroll",
        patchFiles: [{ xml: adding("Visits") }],
        ...account,
        encryptionKey: "canary-of-the-key",
      },
    ],
  });
  expect(ended).toMatchObject({ state: "done", reason: null });
  // Files that were closed before stay closed.
  expect(["Archive", "Payroll"].map(setup.status)).toEqual(["CLOSED", "NORMAL"]);
  for (const file of ["Archive", "Payroll"]) expect(setup.tables(file), file).toContain("visits");
  expect(setup.orphans(ended.id)).toEqual([]);
});

verifies("files:patch:tool-log", async () => {
  const { id } = await setup.applied({ sourceFile: "Contacts", patchFiles: [{ xml: adding("Visits") }], ...account });
  const { status, text } = await service.admin("GET", `/svc/api/processes/${id}/tool-log`);
  expect(status).toBe(200);
  for (const line of ["Patch is valid.", "AddAction BaseTableCatalog: 1", "Patch applied.", "File is consistent"])
    expect(text).toContain(line);
  expect(await setup.log(id)).toContain("FMUpgradeTool: AddAction FieldCatalog: 1");
});

verifies("files:patch:backed-up", async () => {
  const { id, state } = await setup.applied({
    sourceFile: "Contacts",
    patchFiles: [{ xml: adding("Visits") }],
    ...account,
    keepBackup: true,
  });
  expect(state).toBe("done");
  const [folder] = readdirSync(join(host.path, "Data", "Backups"));
  expect(folder).toBe(`Before_patches_${id}`);
  const log = (await setup.log(id)).split("\n").map((line) => line.split(/ {2,}/).at(-1));
  expect(log.findIndex((line) => line?.startsWith("Saved the original of"))).toBeGreaterThan(
    log.indexOf("Closed Contacts.fmp12"),
  );
});

verifies("files:patch:reverted", async () => {
  const files = ["Contacts", "Orders"];
  const before = files.map((file) => setup.tables(file));
  const ended = await setup.applied({
    files: [
      { sourceFile: "Orders", patchFiles: [{ xml: adding("Visits") }], ...account },
      { sourceFile: "Contacts", patchFiles: [{ xml: adding("Visits") }, { xml: failing }], ...account },
    ],
    keepBackup: true,
  });
  expect(ended.state).toBe("failed");
  expect(ended.reason).toContain("Table exists: Contacts");
  expect(files.map((file) => setup.tables(file))).toEqual(before);
  expect(files.map(setup.status)).toEqual(["NORMAL", "NORMAL"]);
  expect(setup.orphans(ended.id)).toEqual([]);
});

verifies("files:patch:reverted", "a file that doesn't open with its patches is restored, and open", async () => {
  service.sandbox.faults.set({
    kind: "status",
    status: 500,
    code: "1701",
    path: "/databases/\\d+$",
    method: "PATCH",
    skip: 1,
    times: 1,
  });
  const ended = await setup.applied({ sourceFile: "Contacts", patchFiles: [{ xml: adding("Visits") }], ...account });
  expect(ended.state).toBe("failed");
  expect(setup.tables("Contacts")).toEqual(["contacts"]);
  expect(setup.status("Contacts")).toBe("NORMAL");
  expect(setup.orphans(ended.id)).toEqual([]);
});

verifies("files:patch:reverted", "a wrong account and an invalid patch change nothing", async () => {
  const bytes = bytesOf(setup, "Archive");
  for (const [wrong, sentence] of [
    [{ password: "wrong" }, "(212)"],
    [{ patchFiles: [{ xml: "no patch" }] }, "Invalid patch"],
    [{ patchFiles: ["not-there.xml"] }, "not found"],
    [{ patchFiles: ["/etc/hostname"] }, "outside of FileMaker Server's folders"],
  ] as const) {
    const options = { sourceFile: "Archive", patchFiles: [{ xml: adding("Visits") }], ...account, ...wrong };
    const { state, reason } = await setup.applied(options);
    expect([state, reason], sentence).toEqual(["failed", expect.stringContaining(sentence)]);
  }
  expect(bytesOf(setup, "Archive").equals(bytes)).toBe(true);
  expect(existsSync(join(host.path, "Data", "Databases", ".latchkey-work"))).toBe(false);
});

verifies("files:patch:aborted", async () => {
  service.sandbox.faults.set({ kind: "tool", path: "^/FMUpgradeTool/--update", hang: true, ignoreTerm: true });
  const before = service.sandbox.counters.byTool.FMUpgradeTool ?? 0;
  const { body } = await setup.apply({ sourceFile: "Contacts", patchFiles: [{ xml: adding("Visits") }], ...account });
  const id = body.response.processId;
  // The second run of the tool hangs.
  await until(() => service.sandbox.counters.byTool.FMUpgradeTool === before + 2);
  await service.admin("POST", `/svc/api/processes/${id}/abort`);
  expect((await setup.ended(id)).state).toBe("aborted");
  expect([setup.tables("Contacts"), setup.status("Contacts")]).toEqual([["contacts"], "NORMAL"]);
  expect(setup.orphans(id)).toEqual([]);
});

verifies("files:patch:room", async () => {
  const closed = () => service.sandbox.counters.byTool.FMUpgradeTool ?? 0;
  const before = closed();
  const options = { sourceFile: "Huge", patchFiles: [{ xml: adding("Visits") }], ...account };
  const answer = await service.admin("POST", "/svc/api/fm-file/apply-patch", options);
  expect(answer).toRefuseWith("host_disk_full");
  expect(answer.text).toContain("MB are required");
  expect([closed(), setup.status("Huge")]).toEqual([before, "NORMAL"]);
});

verifies("files:patch:secrets", async () => {
  // A task that hangs, so that its journal can be read.
  service.sandbox.faults.set({ kind: "tool", path: "^/FMUpgradeTool/--update", hang: true });
  const before = service.sandbox.counters.byTool.FMUpgradeTool ?? 0;
  const options = { sourceFile: "Payroll", patchFiles: [{ xml: adding("Visits") }], ...account };
  const { body } = await setup.apply({ ...options, encryptionKey: "canary-of-the-key" });
  const id = body.response.processId;
  await until(() => service.sandbox.counters.byTool.FMUpgradeTool === before + 2);
  const journal = readFileSync(join(host.folder, "work", `${id}.journal`), "utf8");
  expect(journal).toContain('"patch 0 0"');
  // At its end, the test service checks that no environment contained a secret: this tool accepts secrets only as arguments.
  const { tool, arguments: words } = service.sandbox.toolStarts.at(-1) ?? {};
  expect([tool, words]).toEqual(["FMUpgradeTool", expect.arrayContaining([account.password, "canary-of-the-key"])]);
  await service.admin("POST", `/svc/api/processes/${id}/abort`);
  await setup.ended(id);
  const own = readdirSync(host.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = own.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  const rows = JSON.stringify(await service.rows());
  for (const text of [journal, ...files, rows, await service.logs(), await setup.log(id), JSON.stringify(agent.lines)])
    for (const canary of ["canary-of-the-patch", "canary-of-the-key", "admin-pass"]) expect(text).not.toContain(canary);
});
