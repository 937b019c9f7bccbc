import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { readFileOf } from "../../sandbox/fmserver/disk/hosted-file.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "../trash/support/a-hosted-service.ts";
import { saved } from "./support/saved.ts";
import { unzipped } from "./support/unzipped.ts";

const contacts = { file: "Contacts", username: "Admin", password: "admin-file-pass" };
const account = { name: "Admin", password: "admin-file-pass", privilegeSet: "[Full Access]" };
const photo = { name: "photo", type: "container" as const, containerStorage: "open" as const };
const host = anEmptyHost();
const service = await testService(
  hostedOn(host, {
    databases: [
      {
        name: "Contacts",
        accounts: [account],
        tables: [{ name: "Contacts", fields: [{ name: "name" }], records: [{ values: { name: "Ada" } }] }],
      },
      { name: "Photos", accounts: [account], tables: [{ name: "Photos", fields: [photo], records: [] }] },
      { name: "Archive", status: "CLOSED" as const, accounts: [account] },
    ],
  }),
);
const hosted = await hostedService(service, host);
const { at, ended } = hosted;
afterAll(() => hosted.stop());

const asked = (body: object) => service.admin("POST", "/svc/api/fm-file/download", body);
const downloads = at("Data/Backups/Latchkey Downloads");
const got = async (body: object) => {
  const answer = await asked(body);
  expect(answer.status).toBe(200);
  const { downloadPath, fileName, processId } = answer.body.response;
  const process = await ended(processId);
  return { process, fileName, answer: await service.raw("GET", downloadPath) };
};

verifies("files:download:many", async () => {
  host.write("Data/Databases/RC_Data_FMS/Archive/Files/Archive/1_a photo.png", "a photo");
  const { answer, fileName, process } = await got({
    files: ["contacts", { file: "Archive" }, "Photos"],
    concurrency: 3,
  });
  expect(process).toMatchObject({ state: "done", kind: "files.download", startedBy: "account:admin" });
  expect(fileName).toBe("Files.zip");
  const files = await unzipped(saved(answer.bytes));
  expect([...files.keys()].sort()).toEqual([
    "Archive.fmp12",
    "Contacts.fmp12",
    "Photos.fmp12",
    "RC_Data_FMS/Archive/Files/Archive/1_a photo.png",
  ]);
  expect(files.get("Archive.fmp12")?.equals(readFileSync(at("Data/Databases/Archive.fmp12")))).toBe(true);
  const copy = readFileOf(saved(files.get("Contacts.fmp12") ?? Buffer.alloc(0)));
  expect(copy.definition?.tables[0]?.records).toHaveLength(1);
});

verifies("files:download:names", "entries that would be unpacked elsewhere are skipped, and named", async () => {
  const containers = "Data/Databases/RC_Data_FMS/Archive/Files";
  const wrong = ["..\\..\\up.txt", "a\\b.txt", "bell\u0007.txt"];
  for (const name of ["good.txt", ...wrong]) host.write(`${containers}/${name}`, name);
  symlinkSync("/etc/passwd", at(`${containers}/link.txt`));
  const { answer, process } = await got({ files: ["Archive", "Contacts"] });
  for (const name of [...wrong, "link.txt"]) rmSync(at(`${containers}/${name}`));
  expect(process).toMatchObject({ state: "done", reason: null });
  const below = [...(await unzipped(saved(answer.bytes))).keys()].filter((name) => name.includes("/Files/"));
  expect(below).toContain("RC_Data_FMS/Archive/Files/good.txt");
  expect(below.filter((name) => !/good|photo/.test(name))).toEqual([]);
  const { text } = await service.admin("GET", `/svc/api/processes/${process.id}/log.txt`);
  for (const name of ["up.txt", "b.txt", "bell"]) expect(text).toMatch(new RegExp(`Skipped, .*${name}`));
});

verifies("files:download:many", "a single file is downloaded as it is, and nothing else is left", async () => {
  const { answer, fileName } = await got({ files: ["Contacts"], type: "clone" });
  expect(fileName).toBe("Contacts_clone.fmp12");
  expect(readFileOf(saved(answer.bytes)).definition?.tables[0]?.records).toEqual([]);
  for (const id of readdirSync(downloads)) expect(readdirSync(`${downloads}/${id}`).length, id).toBe(2);
});

verifies("files:download:xml", async () => {
  const files = [contacts, { ...contacts, file: "Archive" }];
  const { answer, fileName } = await got({ files, type: "xml", includeDdrInfo: true, saveToDocuments: true });
  expect(fileName).toBe("Files.zip");
  const found = await unzipped(saved(answer.bytes));
  expect([...found.keys()].sort()).toEqual(["Archive.xml", "Contacts.xml"]);
  expect(found.get("Contacts.xml")?.toString("utf16le")).toContain('name="Contacts"');
  expect(readFileSync(at("Data/Documents/Contacts.xml")).equals(found.get("Contacts.xml") ?? Buffer.alloc(0))).toBe(
    true,
  );
});

verifies("files:download:failed", async () => {
  const before = readdirSync(downloads);
  const { process, answer } = await got({ files: [{ ...contacts, password: "wrong-file-pass" }], type: "xml" });
  expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("212") });
  expect(answer).toRefuseWith("download_failed");
  expect(readdirSync(downloads)).toEqual(before);
  const without = await got({ files: ["Archive"], type: "clone" });
  expect(without.process.reason).toContain("requires an account of Archive.f");
  expect(await service.logs()).not.toContain("wrong-file-pass");
});

verifies("files:download:parts", async () => {
  const { downloadPath, processId } = (await asked({ files: ["Archive"] })).body.response;
  await ended(processId);
  const bytes = readFileSync(at("Data/Databases/Archive.fmp12"));
  const head = await service.raw("HEAD", downloadPath);
  expect(head.status).toBe(200);
  const { etag = "" } = head.headers;
  expect(head.headers).toMatchObject({ "content-length": String(bytes.length), "accept-ranges": "bytes" });
  const part = await service.raw("GET", downloadPath, { headers: { Range: "bytes=10-19", "If-Range": String(etag) } });
  expect(part.status).toBe(206);
  expect(part.headers["content-range"]).toBe(`bytes 10-19/${bytes.length}`);
  expect(part.bytes.equals(bytes.subarray(10, 20))).toBe(true);
  const changed = await service.raw("GET", downloadPath, {
    headers: { Range: "bytes=10-19", "If-Range": '"another"' },
  });
  expect([changed.status, changed.bytes.length]).toEqual([200, bytes.length]);
  expect((await service.raw("GET", downloadPath, { headers: { "If-None-Match": String(etag) } })).status).toBe(304);
  const behind = await service.raw("GET", downloadPath, { headers: { Range: `bytes=${bytes.length}-` } });
  expect(behind).toRefuseWith("range_unsatisfiable");
});

verifies("files:download:refused", async () => {
  const wrong = [
    {},
    { files: [] },
    { files: ["Contacts", "contacts.FMP12"] },
    { files: ["Contacts"], type: "all" },
    { files: ["Contacts"], concurrency: 11 },
    { files: [{ file: "Contacts", username: "-x" }] },
  ];
  for (const body of wrong) expect(await asked(body), JSON.stringify(body)).toRefuseWith("input_invalid");
  const unknown = await asked({ files: ["Contacts", "Nowhere"] });
  expect(unknown).toRefuseWith("database_not_found");
  expect(unknown.body.response).toEqual({ files: ["Nowhere"] });
  expect(await service.raw("POST", "/svc/api/fm-file/download", { json: { files: ["Contacts"] } })).toRefuseWith(
    "unauthenticated",
  );
  expect(await service.raw("GET", "/svc/api/fm-file/Contacts/download")).toRefuseWith("unauthenticated");
});

verifies("files:download:names", async () => {
  const names = [
    "../Contacts",
    "..",
    "Databases/Contacts",
    "a\\b",
    "Contacts\0",
    "x".repeat(300),
    "RC_Data_FMS",
    "CON",
    "Contacts.fmp12/..",
  ];
  for (const name of names) {
    expect([400, 404], name).toContain((await asked({ files: [name] })).status);
    const path = `/svc/api/fm-file/${encodeURIComponent(name)}/download`;
    expect([400, 404], path).toContain((await service.admin("GET", path)).status);
  }
});
