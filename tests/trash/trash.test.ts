import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import type { Consent } from "#shared/oauth/grants/grants.ts";
import { grants } from "../../functions/wiring/grants.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "./support/a-hosted-service.ts";

const host = anEmptyHost();
const service = await testService(hostedOn(host));
const hosted = await hostedService(service, host);
const { at, ended, log, statusOf } = hosted;
afterAll(() => hosted.stop());

const removed = async (files: readonly string[], more: object = {}) => {
  const answer = await service.admin("POST", "/svc/api/fm-file/delete", { files, force: true, ...more });
  expect(answer.status).toBe(202);
  const { processId, trash } = answer.body.response;
  return { process: await ended(processId), trash, processId };
};
const restored = (id: string, body: object = {}) => service.admin("POST", `/svc/api/trash/${id}/restore`, body);
const listed = async () => (await service.admin("GET", "/svc/api/trash")).body.response.trash;
const names = async () =>
  (await service.admin("GET", "/svc/api/databases")).body.response.databases.map(
    ({ filename }: { readonly filename: string }) => filename,
  );
const inDatabases = (name: string) => existsSync(at("Data/Databases", name));

verifies("files:trash:deleted", async () => {
  expect([statusOf("Contacts"), statusOf("Archive")]).toEqual(["NORMAL", "CLOSED"]);
  const bytes = readFileSync(at("Data/Databases/Archive.fmp12")).length;
  host.write("Data/Databases/RC_Data_FMS/Archive/Files/photo.png", "a photo");
  const { process, trash, processId } = await removed(["contacts", "Archive.fmp12"]);
  expect(process).toMatchObject({
    state: "done",
    kind: "files.delete",
    title: "Delete Contacts.fmp12, Archive.fmp12",
    objects: ["file:Contacts.fmp12", "file:Archive.fmp12"],
    startedBy: "account:admin",
  });
  expect(await log(processId)).toEqual(
    expect.arrayContaining([
      "Closing: Contacts.fmp12",
      "Moved to trash: Contacts.fmp12",
      "Moved to trash: Archive.fmp12",
    ]),
  );
  for (const gone of ["Contacts.fmp12", "Archive.fmp12", "RC_Data_FMS/Archive"])
    expect(inDatabases(gone), gone).toBe(false);
  expect(await names()).toEqual(expect.not.arrayContaining(["Contacts.fmp12", "Archive.fmp12"]));
  const { id } = trash[1];
  const place = at("Data/Databases/Removed/Latchkey", id);
  expect(readdirSync(place).sort()).toEqual(["Archive.fmp12", "RC_Data_FMS", "latchkey-trash.json"]);
  const entries = await listed();
  expect(entries).toHaveLength(2);
  expect(entries).toContainEqual({
    id,
    filename: "Archive.fmp12",
    type: "file",
    folder: "databases",
    isHosted: true,
    sizeBytes: bytes + "a photo".length,
    deletedAt: expect.any(String),
    keptUntil: expect.any(String),
    deletedBy: "account:admin",
  });
  const audit = (await service.admin("GET", "/svc/api/audit")).body.response;
  expect(audit.entries[0]).toMatchObject({
    action: "deleteFiles",
    objects: ["file:contacts.fmp12", "file:Archive.fmp12"],
  });
});

verifies("files:trash:restored", async () => {
  const entries = await listed();
  for (const { id, filename } of entries) {
    expect((await restored(id)).body.response).toEqual({ filename, folder: "databases" });
    expect(existsSync(at("Data/Databases/Removed/Latchkey", id))).toBe(false);
    expect(await restored(id)).toRefuseWith("trash_not_found");
  }
  expect(readFileSync(at("Data/Databases/RC_Data_FMS/Archive/Files/photo.png"), "utf8")).toBe("a photo");
  expect(await names()).toEqual(expect.arrayContaining(["Contacts.fmp12", "Archive.fmp12"]));
  expect(await listed()).toEqual([]);
  const opened = await service.admin("POST", "/svc/api/fm-file/open", { files: ["Contacts"] });
  expect(opened.body.response).toMatchObject({ ok: true });
});

verifies("files:trash:restored", "an existing name, in any case and folder, is never replaced", async () => {
  const { trash } = await removed(["Archive"]);
  host.write("Data/Databases/Sub/ARCHIVE.fmp12", "another file");
  const [{ id }] = trash;
  expect(await restored(id)).toRefuseWith("file_name_taken");
  expect(readFileSync(at("Data/Databases/Sub/ARCHIVE.fmp12"), "utf8")).toBe("another file");
  expect(await restored(id, { filename: "Contacts" })).toRefuseWith("file_name_taken");
  const answer = await restored(id, { filename: "Archive of 2020" });
  expect(answer.body.response).toEqual({ filename: "Archive of 2020.fmp12", folder: "databases" });
  expect(await names()).toEqual(expect.arrayContaining(["Archive of 2020.fmp12", "ARCHIVE.fmp12"]));
});

verifies("oauth:grants:file", async () => {
  const consents = grants(service.runtime.platform);
  const consent = (file: string): Consent => ({
    ...{ clientId: "a-client", clientName: "A client", clientHost: null, redirectHost: "127.0.0.1" },
    ...{ account: "api", slug: file.toLowerCase(), file: `${file}.fmp12`, scopes: ["fm:read"], refusedScopes: [] },
    resource: `${service.baseUrl}/svc/mcp/${file.toLowerCase()}`,
  });
  const ofContacts = await consents.begin(consent("Contacts"), "demo-pass");
  const ofOrders = await consents.begin(consent("Orders"), "demo-pass");
  const { process, trash, processId } = await removed(["contacts"]);
  expect(process).toMatchObject({ state: "done" });
  expect(await log(processId)).toContain("Ended sign-ins of AI clients: 1");
  expect(await consents.get(ofContacts)).toBeUndefined();
  expect(await consents.get(ofOrders)).toBeDefined();
  expect((await restored(trash[0].id)).status).toBe(200);
  const opened = await service.admin("POST", "/svc/api/fm-file/open", { files: ["Contacts"] });
  expect(opened.body.response).toMatchObject({ ok: true });
});

verifies("files:trash:refused", async () => {
  const unknown = await service.admin("POST", "/svc/api/fm-file/delete", {
    files: ["Private", "Nowhere"],
    force: true,
  });
  expect(unknown).toRefuseWith("database_not_found");
  expect(unknown.body.response).toEqual({ files: ["Nowhere"] });
  expect(statusOf("Private")).toBe("NORMAL");
  expect(await service.raw("POST", "/svc/api/fm-file/delete", { json: { files: ["Private"] } })).toRefuseWith(
    "unauthenticated",
  );
  const key = await service.aKey();
  expect(await service.raw("POST", "/svc/api/fm-file/delete", { key, json: { files: ["Private"] } })).toRefuseWith(
    "wrong_kind_of_key",
  );
  for (const path of ["/svc/api/trash", "/svc/api/trash/01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24"])
    expect(await service.raw(path.endsWith("trash") ? "GET" : "DELETE", path)).toRefuseWith("unauthenticated");
});

verifies("files:trash:refused", "a file that can't be moved is opened again", async () => {
  // The trash's path isn't a folder.
  const world = at("Data/Databases/Removed");
  const kept = `${world} away`;
  renameSync(world, kept);
  writeFileSync(world, "in the way");
  try {
    const { process, processId } = await removed(["Private"]);
    expect(process.state).toBe("failed");
    expect(await log(processId)).toContain("Reopened: Private.fmp12");
    expect(inDatabases("Private.fmp12")).toBe(true);
    expect(["OPENING", "NORMAL"]).toContain(statusOf("Private"));
  } finally {
    rmSync(world);
    renameSync(kept, world);
  }
});

verifies("files:trash:names", async () => {
  const wrong = ["../Private", "..", "Sub/Private", "a\\b", "Private\0", "x".repeat(300), "/etc/passwd"];
  for (const name of wrong) {
    const answer = await service.admin("POST", "/svc/api/fm-file/delete", { files: [name] });
    expect(answer, name).toRefuseWith("input_invalid");
  }
  const { trash } = await removed(["Private"]);
  const [{ id }] = trash;
  const newNames = [...wrong, "CON", "nul.fmp12", "aux", "na:me", "i\u0308", "a\u202eb", "~$*"];
  for (const filename of newNames)
    expect(await restored(id, { filename }), JSON.stringify(filename)).toRefuseWith("input_invalid");
  for (const other of ["..", "%2e%2e", "..%2f..", id.toUpperCase().replace(/-/g, ""), `${id}.gone`, `${id}%00`])
    expect([400, 404], other).toContain((await service.admin("DELETE", `/svc/api/trash/${other}`)).status);
  expect((await listed()).map((entry: { readonly id: string }) => entry.id)).toEqual([id]);
});

verifies("files:trash:for-good", async () => {
  const [{ id, sizeBytes }] = await listed();
  const answer = await service.admin("DELETE", `/svc/api/trash/${id}`);
  expect(answer.body.response).toEqual({ freedBytes: sizeBytes });
  expect(readdirSync(at("Data/Databases/Removed/Latchkey"))).toEqual([]);
  expect(await service.admin("DELETE", `/svc/api/trash/${id}`)).toRefuseWith("trash_not_found");
});
