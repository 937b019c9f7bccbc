import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { adminAccount, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
afterAll(() => setup.stop());

const containers = (name: string) => setup.at("Data", "Databases", "RC_Data_FMS", name);
function withContainers(name: string): void {
  mkdirSync(containers(name), { recursive: true });
  writeFileSync(`${containers(name)}/photo.jpg`, name);
}
const photoOf = (name: string) => readFileSync(`${containers(name)}/photo.jpg`, "utf8");

verifies("files:rename:exchanged", "a file is renamed and open under its new name", async () => {
  const process = await setup.run("rename", { fileName: "contacts", newFileName: "People" });
  expect(process, await setup.log(process.id)).toMatchObject({ state: "done", kind: "files.rename" });
  expect([setup.statusOf("Contacts"), setup.statusOf("People")]).toEqual([undefined, "NORMAL"]);
  expect([existsSync(setup.file("Contacts")), existsSync(setup.file("People"))]).toEqual([false, true]);
  expect(setup.orphans()).toEqual([]);
});

// A sandbox rewrites the external container data of open files, so closed files make a better test.
verifies("files:rename:exchanged", "two files swap their names, with their external containers", async () => {
  withContainers("Closed");
  withContainers("Closed too");
  const ids = [setup.onDisk("Closed").header?.fileId, setup.onDisk("Closed too").header?.fileId];
  const files = [
    { fileName: "Closed", newFileName: "Closed too" },
    { fileName: "Closed too", newFileName: "Closed" },
  ];
  const process = await setup.run("rename", { files });
  expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
  expect([setup.onDisk("Closed too").header?.fileId, setup.onDisk("Closed").header?.fileId]).toEqual(ids);
  expect([photoOf("Closed too"), photoOf("Closed")]).toEqual(["Closed", "Closed too"]);
  expect([setup.statusOf("Closed"), setup.statusOf("Closed too")]).toEqual(["CLOSED", "CLOSED"]);
  expect(setup.orphans()).toEqual([]);
});

verifies("files:rename:exchanged", "a file is copied, and moved into another folder", async () => {
  const copied = await setup.run("rename", { fileName: "Orders", newFileName: "Orders copy", copy: true });
  expect(copied, await setup.log(copied.id)).toMatchObject({ state: "done" });
  expect([setup.statusOf("Orders"), setup.statusOf("Orders copy")]).toEqual(["NORMAL", "NORMAL"]);
  const moved = await setup.run("rename", [{ fileName: "Orders copy", newFileName: "Moved", targetSubfolder: "shop" }]);
  expect(moved, await setup.log(moved.id)).toMatchObject({ state: "done" });
  expect(existsSync(setup.at("Data", "Databases", "shop", "Moved.fmp12"))).toBe(true);
  expect(setup.statusOf("Moved")).toBe("NORMAL");
  const whole = { fileName: "Closed", newFileName: "Closed copy", copy: true, copyContainerData: true };
  expect(await setup.run("rename", whole)).toMatchObject({ state: "done" });
  expect([photoOf("Closed"), photoOf("Closed copy")]).toEqual(["Closed too", "Closed too"]);
});

verifies("files:operations:all-or-none", "a name that exists, or an unknown file, changes no name", async () => {
  const first = { fileName: "People", newFileName: "Nobody" };
  const taken = await setup.run("rename", [first, { fileName: "Closed", newFileName: "Orders" }]);
  expect(taken).toMatchObject({ state: "failed", reason: expect.stringContaining("already exists") });
  const unknown = await setup.start("rename", [first, { fileName: "Missing", newFileName: "New" }]);
  expect(unknown).toRefuseWith("database_not_found");
  expect([setup.statusOf("People"), setup.statusOf("Nobody")]).toEqual(["NORMAL", undefined]);
});

verifies(
  "files:rename:references",
  "copies are created under other names, with their containers, and the files stay open",
  async () => {
    const options = {
      sourceFiles: ["Orders", "Closed"],
      regex: "$",
      replacement: " test",
      copyContainerData: true,
      ...opener,
    };
    const process = await setup.run("rename-dev-tool", options);
    expect(process, await setup.log(process.id)).toMatchObject({ state: "done", hasToolLog: true });
    expect([existsSync(setup.file("Orders test")), existsSync(setup.file("Closed test"))]).toEqual([true, true]);
    expect(photoOf("Closed test")).toBe("Closed too");
    expect([setup.statusOf("Orders"), setup.statusOf("People")]).toEqual(["NORMAL", "NORMAL"]);
    const again = await setup.run("rename-dev-tool", options);
    expect(again).toMatchObject({ state: "failed", reason: expect.stringContaining("already exists") });
    expect(setup.orphans()).toEqual([]);
  },
);

verifies("files:rename:references", "an existing container folder stays unchanged", async () => {
  withContainers("Closed kept");
  const options = { sourceFiles: ["Closed"], regex: "$", replacement: " kept", copyContainerData: true, ...opener };
  const refused = await setup.run("rename-dev-tool", options);
  expect(refused).toMatchObject({ state: "failed", reason: expect.stringContaining("already has a container folder") });
  expect(photoOf("Closed kept")).toBe("Closed kept");
  expect(existsSync(setup.file("Closed kept"))).toBe(false);
  expect(setup.orphans()).toEqual([]);
  const forced = await setup.run("rename-dev-tool", { ...options, force: true });
  expect(forced, await setup.log(forced.id)).toMatchObject({ state: "done" });
  expect(photoOf("Closed kept")).toBe("Closed too");
  expect(setup.orphans()).toEqual([]);
});

verifies("files:rename:waits", async () => {
  const rename = (fileName: string, newFileName: string, Prefer?: string) =>
    setup.service.raw("POST", "/svc/api/fm-file/rename", {
      headers: { Authorization: adminAccount, ...(Prefer !== undefined && { Prefer }) },
      json: { fileName, newFileName },
    });
  const { response } = (await rename("Moved", "Waited for")).body;
  expect(response).toEqual({ ok: true, message: "File renamed.", processId: expect.any(Number) });
  expect(setup.statusOf("Waited for")).toBe("NORMAL");

  const taken = await rename("Waited for", "Orders");
  expect([taken.status, taken.body.response]).toEqual([
    200,
    { ok: false, message: expect.stringContaining("already exists"), processId: expect.any(Number) },
  ]);

  const early = await rename("Waited for", "Not waited for", "respond-async");
  expect(early.body.response).toMatchObject({ ok: true, message: "The file is being renamed." });
  expect(await setup.ended(early.body.response.processId)).toMatchObject({ state: "done" });
});

verifies("files:rename:references", "without a pattern, the copies keep their names", async () => {
  const brought = setup.at("Data", "Documents", "Brought.fmp12");
  copyFileSync(setup.file("Closed"), brought);
  const options = { sourceFilePaths: [brought], targetSubfolder: "kept", ...opener };
  const process = await setup.run("rename-dev-tool", options);
  expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
  expect(existsSync(setup.at("Data", "Databases", "kept", "Brought.fmp12"))).toBe(true);
  expect((await setup.start("rename-dev-tool", { ...options, replacement: "x" })).status).toBe(400);
});
