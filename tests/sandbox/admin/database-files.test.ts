import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Admin, anAdmin, aWorld, logTexts } from "./support/an-admin.ts";

const DAY = 86_400_000;

/** Returns the file in an archive of one file, read from its central directory like unpacking programs do. */
function unpack(zip: Buffer): { readonly name: string; readonly bytes: Buffer } {
  const central = zip.readUInt32LE(zip.length - 6);
  const [packed, nameLength] = [zip.readUInt32LE(central + 20), zip.readUInt16LE(central + 28)];
  const local = zip.readUInt32LE(central + 42);
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  return {
    name: zip.subarray(central + 46, central + 46 + nameLength).toString("utf8"),
    bytes: inflateRawSync(zip.subarray(from, from + packed)),
  };
}

async function download(admin: Admin, id: string): Promise<Buffer> {
  const response = await fetch(`${admin.server.origin}/fmi/admin/api/v2/databases/${id}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(response.headers.get("content-type")).toBe("application/zip");
  return Buffer.from(await response.arrayBuffer());
}

function upload(admin: Admin, name: string, bytes: Buffer | string, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  form.set("uploadFile", new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return admin.call("POST", "/databases/upload", form);
}

test("a closed file is downloaded packed, and comes back under another name with its records and containers", async () => {
  const admin = await anAdmin();
  const token = await admin.server.login("api:demo-pass", "Contacts");
  const records = "/fmi/data/vLatest/databases/Contacts/layouts/Log/records";
  await admin.server.ask("POST", records, { token, body: { fieldData: { text: "second" } } });
  await admin.call("PATCH", "/databases/1", { status: "CLOSED", force: true });
  const { name, bytes } = unpack(await download(admin, "1"));
  expect(name).toBe("Contacts.fmp12");
  expect(await upload(admin, "Copy.fmp12", bytes, { uploadDest: "Databases/", openOnServer: "true" })).toMatchObject({
    status: 200,
    response: { database: { id: "3", filename: "Copy.fmp12", status: "NORMAL" } },
  });
  const copyToken = await admin.server.login("api:demo-pass", "Copy");
  const list = "/fmi/data/vLatest/databases/Copy/layouts/Log/records";
  const answer = await admin.server.ask("GET", list, { token: copyToken });
  const data = answer.response.data as { fieldData: Record<string, unknown> }[];
  expect(data.map(({ fieldData }) => [fieldData.id, fieldData.text])).toEqual([
    [1, "first"],
    [2, "second"],
  ]);
  await admin.server.ask("POST", list, { token: copyToken, body: { fieldData: { text: "third" } } });
  const all = await admin.server.ask("GET", `${list}/3`, { token: copyToken });
  expect(all.response.data).toMatchObject([{ fieldData: { id: 3 } }]);
  const photo = await fetch(String(data[0]?.fieldData.photo), { redirect: "manual" });
  const cookie = String(photo.headers.get("set-cookie")).split(";")[0] ?? "";
  expect(await (await fetch(String(data[0]?.fieldData.photo), { headers: { cookie } })).text()).toBe("bytes");
});

test("an open file can't be downloaded, removed, or replaced", async () => {
  const admin = await anAdmin();
  expect(await admin.call("GET", "/databases/1")).toMatchObject({ status: 400, code: "1708" });
  expect(await admin.call("DELETE", "/databases/1")).toMatchObject({ status: 400, code: "1709" });
  expect(await upload(admin, "Contacts.fmp12", "x")).toMatchObject({ status: 400, code: "1709" });
  expect(await admin.stateOf("Contacts.fmp12")).toBe("NORMAL");
});

test("a removed file is no longer hosted, and its number isn't reused", async () => {
  const admin = await anAdmin();
  await admin.call("PATCH", "/databases/2", { status: "CLOSED", force: true });
  expect((await admin.call("DELETE", "/databases/2")).code).toBe("0");
  expect(await admin.stateOf("Orders.fmp12")).toBeUndefined();
  const { response } = await upload(admin, "Orders.fmp12", "x");
  expect(response).toMatchObject({ database: { id: "3", filename: "Orders.fmp12", status: "CLOSED" } });
});

test("a file that isn't FileMaker's can be hosted too, but not opened", async () => {
  const admin = await anAdmin();
  await upload(admin, "Junk.fmp12", "junk", { uploadDest: "Secure/", openOnServer: "true" });
  expect(await admin.stateOf("Junk.fmp12")).toBe("CLOSED");
  const list = (await admin.call("GET", "/databases")).response.databases as readonly Record<string, unknown>[];
  expect(list[2]).toMatchObject({ folder: "filelinux:/opt/FileMaker/FileMaker Server/Data/Secure/", size: 4 });
});

test.each([
  ["Note.txt", {}, "1708"],
  ["../Up.fmp12", { uploadDest: "Elsewhere/" }, "1708"],
  ["Up.fmp12", { uploadDest: "Databases/../" }, "1708"],
  ["Up.fmp12", { uploadDest: "Databases/a/b/" }, "1708"],
])("an upload of %s with %j is rejected with %s", async (name, fields, code) => {
  const admin = await anAdmin();
  expect(await upload(admin, name, "x", fields)).toMatchObject({ status: 400, code });
  expect(admin.server.world.databases).toHaveLength(2);
});

test("an upload without its file is rejected", async () => {
  const admin = await anAdmin();
  expect(await admin.call("POST", "/databases/upload", new FormData())).toMatchObject({ status: 400, code: "1707" });
  expect(await admin.call("POST", "/databases/upload", {})).toMatchObject({ status: 400, code: "1707" });
});

test("users of a file get a message and a grace period; the file closes afterward, or immediately by force", async () => {
  const admin = await anAdmin();
  await admin.call("PATCH", "/databases/1", { status: "CLOSED", messageText: "We close" });
  admin.server.advance(89_000);
  expect(await admin.stateOf("Contacts.fmp12")).toBe("CLOSING");
  expect([...admin.server.world.server.clients.values()].map(({ messages }) => messages)).toEqual([
    ["We close"],
    ["We close"],
  ]);
  admin.server.advance(1000);
  expect(await admin.stateOf("Contacts.fmp12")).toBe("CLOSED");
  const { clients } = (await admin.call("GET", "/clients")).response;
  expect(clients).toMatchObject([{ userName: "Ben", guestFiles: [{ filename: "Orders.fmp12" }] }]);
  await admin.call("PATCH", "/databases/2", { status: "CLOSED", force: true });
  expect(await admin.stateOf("Orders.fmp12")).toBe("CLOSED");
});

test("all files can be changed at once, except those already in that state", async () => {
  const admin = await anAdmin();
  await admin.call("PATCH", "/databases/2", { status: "PAUSED" });
  expect((await admin.call("PATCH", "/databases", { status: "PAUSED" })).code).toBe("0");
  expect(await admin.stateOf("Contacts.fmp12")).toBe("PAUSED");
  await admin.call("PATCH", "/databases", { status: "CLOSED", force: true });
  await admin.call("PATCH", "/databases", { status: "OPENED" });
  expect([await admin.stateOf("Contacts.fmp12"), await admin.stateOf("Orders.fmp12")]).toEqual(["NORMAL", "NORMAL"]);
  expect(await admin.call("PATCH", "/databases", { status: "BROKEN" })).toMatchObject({ status: 400, code: "1708" });
});

test("a key that was saved when opening a file opens it again without a key", async () => {
  const secret = { name: "Vault", status: "CLOSED" as const, encryptionKey: "k", encryptionHint: "a letter" };
  const admin = await anAdmin({ ...aWorld(), clients: [], databases: [secret] });
  const row = async () => ((await admin.call("GET", "/databases")).response.databases as object[])[0];
  expect(await row()).toMatchObject({ isEncrypted: true, decryptHint: "a letter", hasSavedDecryptKey: false });
  await admin.call("PATCH", "/databases/1", { status: "OPENED" });
  expect(await row()).toMatchObject({ status: "CLOSED" });
  await admin.call("PATCH", "/databases/1", { status: "OPENED", key: "k", saveKey: true });
  expect(await row()).toMatchObject({ status: "NORMAL", hasSavedDecryptKey: true });
  await admin.call("PATCH", "/databases/1", { status: "CLOSED" });
  await admin.call("PATCH", "/databases/1", { status: "OPENED" });
  expect(await row()).toMatchObject({ status: "NORMAL" });
});

test("with as many files open as the settings allow, one more stays closed", async () => {
  const admin = await anAdmin();
  await admin.call("PATCH", "/databases/2", { status: "CLOSED", force: true });
  await admin.call("PATCH", "/server/config/general", { maxFiles: 1 });
  expect((await admin.call("PATCH", "/databases/2", { status: "OPENED" })).code).toBe("0");
  expect(await admin.stateOf("Orders.fmp12")).toBe("CLOSED");
});

test("a file with a passwordless account isn't opened while the settings require passwords", async () => {
  const open = { name: "Open", status: "CLOSED" as const, accounts: [{ name: "guest", password: "" }] };
  const admin = await anAdmin({ ...aWorld(), clients: [], databases: [open] });
  await admin.call("PATCH", "/databases/1", { status: "OPENED" });
  expect(await admin.stateOf("Open.fmp12")).toBe("CLOSED");
  await admin.call("PATCH", "/server/config/security", { requireSecureDB: false });
  await admin.call("PATCH", "/databases/1", { status: "OPENED" });
  expect(await admin.stateOf("Open.fmp12")).toBe("NORMAL");
});

test("a pending change isn't carried over into a replacing world", async () => {
  const admin = await anAdmin(aWorld({ admin: { openMilliseconds: 5000 } }));
  await admin.call("PATCH", "/databases/1", { status: "CLOSED" });
  admin.server.reload();
  admin.server.advance(DAY);
  expect(admin.server.world.database("Contacts")?.status).toBe("NORMAL");
  expect(logTexts(admin)).toEqual(["first"]);
});
