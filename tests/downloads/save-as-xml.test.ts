import { existsSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "../trash/support/a-hosted-service.ts";

const account = { username: "Admin", password: "admin-file-pass" };
const accounts = [{ name: "Admin", password: "admin-file-pass", privilegeSet: "[Full Access]" }];
const host = anEmptyHost();
const service = await testService(
  hostedOn(host, {
    databases: [
      { name: "Contacts", accounts, tables: [{ name: "Contacts", fields: [{ name: "name" }] }] },
      { name: "Archive", status: "CLOSED" as const, accounts },
      { name: "Blank", accounts: [{ name: "Admin", password: "", privilegeSet: "[Full Access]" }] },
    ],
  }),
);
const { at, ended, ...hosted } = await hostedService(service, host);
afterAll(() => hosted.stop());

const asked = (file: string, body: object) => service.admin("POST", `/svc/api/fm-file/${file}/save-as-xml`, body);

verifies("files:xml:saved", async () => {
  const { status, body } = await asked("contacts.fmp12", { ...account, includeDdrInfo: true });
  expect(status).toBe(200);
  const { downloadToken, downloadPath, fileName, processId } = body.response;
  expect(fileName).toBe("Contacts.xml");
  expect(await ended(processId)).toMatchObject({ state: "done", kind: "files.download" });
  const xml = await service.raw("GET", `/svc/api/fm-file/download?token=${downloadToken}`);
  expect(xml.bytes.toString("utf16le")).toContain("<FMSaveAsXML");
  expect(xml.headers["content-disposition"]).toContain("Contacts.xml");
  expect((await service.raw("GET", downloadPath)).bytes.equals(xml.bytes)).toBe(true);
  expect((await service.admin("GET", `/svc/api/processes/${processId}/log.txt`)).text).not.toContain("Closed");
  expect(existsSync(at("Data/Documents/Contacts.xml"))).toBe(false);
});

verifies("files:xml:saved", "a closed file stays closed, and its XML is kept on request", async () => {
  const { body } = await asked("Archive", { ...account, saveToDocuments: true });
  const { downloadPath, processId } = body.response;
  expect(await ended(processId)).toMatchObject({ state: "done" });
  const xml = await service.raw("GET", downloadPath);
  expect(readFileSync(at("Data/Documents/Archive.xml")).equals(xml.bytes)).toBe(true);
  expect(service.sandbox.world.database("Archive")?.status).toBe("CLOSED");
});

test("the default account is Admin without a password", async () => {
  const { body } = await asked("Blank", {});
  expect(await ended(body.response.processId)).toMatchObject({ state: "done" });
});

verifies("files:xml:waits", async () => {
  const { processId } = (await asked("Contacts", account)).body.response;
  const { process } = (await service.admin("GET", `/svc/api/processes/${processId}`)).body.response;
  expect(process.state).toBe("done");
  const refused = await asked("Contacts", { ...account, password: "wrong-file-pass" });
  expect(refused).toRefuseWith("download_failed");
  expect(refused.body.messages[0].text).toContain("212");
  expect(await ended(refused.body.response.processId)).toMatchObject({ state: "failed" });
});

test("a wrong password fails the process, and its download says so", async () => {
  const answer = await service.raw("POST", "/svc/api/fm-file/Contacts/save-as-xml", {
    headers: { Authorization: adminAccount, Prefer: "respond-async" },
    json: { ...account, password: "wrong-file-pass" },
  });
  const { downloadPath, processId } = answer.body.response;
  expect(await ended(processId)).toMatchObject({ state: "failed", reason: expect.stringContaining("212") });
  expect(await service.raw("GET", downloadPath)).toRefuseWith("download_failed");
});

test("a value that a tool would read as an option is rejected", async () => {
  for (const body of [{ username: "-t" }, { password: "-force" }, { encryptionKey: "-e" }, { expiry: "8d" }])
    expect((await asked("Contacts", body)).status, JSON.stringify(body)).toBe(400);
});

test("a caller who isn't an administrator and can't open the file is rejected", async () => {
  const json = { ...account, password: "wrong-file-pass" };
  const answer = await service.raw("POST", "/svc/api/fm-file/Contacts/save-as-xml", { json });
  expect(answer.status).toBe(401);
});

test("a file that isn't hosted is not found, and no process starts", async () => {
  expect(await asked("Nowhere", account)).toRefuseWith("database_not_found");
});
