import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { aBrowsedHost } from "../browser/support/a-browsed-host.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as, file } = browsed;
afterAll(() => browsed.remove());

const documents = join(host.path, "Data/Documents");
const trash = join(documents, ".latchkey-trash");
const read = (name: string) => readFileSync(join(documents, name), "utf8");
const removed = async (path: string, more: object = {}): Promise<string> => {
  const { status, body } = await as("DELETE", "/svc/api/files", { path, ...more });
  expect([status, body.response.path]).toEqual([200, path]);
  return body.response.trashId;
};
const listed = async () => (await as("GET", "/svc/api/trash")).body.response.trash;
const restored = (id: string, body: Readonly<Record<string, unknown>> = {}) =>
  as("POST", `/svc/api/trash/${id}/restore`, body);

verifies("files:trash:browsed", async () => {
  host.write("Data/Documents/Reports/2026/May.pdf", "may");
  host.write("Data/Documents/Reports/2026/June.pdf", "june");
  host.write("Data/Backups/Daily/Contacts.fmp12", "a backup");
  const folder = await removed("documents/Reports", { recursive: true });
  const backup = await removed("backups/Daily/Contacts.fmp12");
  expect([existsSync(join(documents, "Reports")), readdirSync(join(host.path, "Data/Backups/Daily"))]).toEqual([
    false,
    [],
  ]);
  const entry = {
    deletedAt: expect.any(String),
    keptUntil: expect.any(String),
    deletedBy: "admin-key:1",
    isHosted: false,
  };
  expect(await listed()).toEqual([
    { ...entry, id: backup, filename: "Contacts.fmp12", type: "file", folder: "backups/Daily", sizeBytes: 8 },
    { ...entry, id: folder, filename: "Reports", type: "dir", folder: "documents", sizeBytes: 7 },
  ]);
  expect((await restored(backup)).body.response).toEqual({ filename: "Contacts.fmp12", folder: "backups/Daily" });
  expect((await restored(folder)).body.response).toEqual({ filename: "Reports", folder: "documents" });
  expect([read("Reports/2026/May.pdf"), read("Reports/2026/June.pdf")]).toEqual(["may", "june"]);
  expect([await listed(), readdirSync(trash)]).toEqual([[], []]);
  expect(await restored(folder)).toRefuseWith("trash_not_found");
});

verifies(
  "files:trash:browsed",
  "a folder that was deleted meanwhile is recreated, and nothing is replaced",
  async () => {
    host.write("Data/Documents/one/two/note.txt", "first");
    const id = await removed("documents/one/two/note.txt");
    rmSync(join(documents, "one"), { recursive: true });
    expect((await restored(id)).body.response.folder).toBe("documents/one/two");
    const again = await removed("documents/one/two/note.txt");
    host.write("Data/Documents/one/two/NOTE.txt", "second");
    expect(await restored(again)).toRefuseWith("host_name_taken");
    expect(await restored(again, { filename: "Note.TXT" })).toRefuseWith("host_name_taken");
    expect((await restored(again, { filename: "note 1.txt" })).body.response.filename).toBe("note 1.txt");
    expect([read("one/two/NOTE.txt"), read("one/two/note 1.txt")]).toEqual(["second", "first"]);
    const whole = await removed("documents/one/two", { recursive: true });
    mkdirSync(join(documents, "one/two"));
    expect(await restored(whole)).toRefuseWith("host_name_taken");
    expect((await restored(whole, { filename: "three" })).status).toBe(200);
    expect(readdirSync(join(documents, "one/three")).sort()).toEqual(["NOTE.txt", "note 1.txt"]);
  },
);

verifies(
  "files:trash:browsed",
  "two files with the same name, and one named like our own record, are kept apart",
  async () => {
    const ids: string[] = [];
    for (const text of ["first", "second"]) {
      host.write("Data/Documents/latchkey-trash.json", text);
      ids.push(await removed("documents/latchkey-trash.json"));
    }
    const [first = "", second = ""] = ids;
    expect((await restored(first, { filename: "a.json" })).status).toBe(200);
    expect((await restored(second)).status).toBe(200);
    expect([read("a.json"), read("latchkey-trash.json")]).toEqual(["first", "second"]);
  },
);

verifies(
  "files:trash:names",
  "files in the trash can be accessed only by id, and by no link and no forged record",
  async () => {
    host.write("Data/Documents/secret.txt", "secret");
    const id = await removed("documents/secret.txt");
    const outside = host.write("outside/file.txt", "outside");
    for (const path of [
      "documents/.latchkey-trash",
      `documents/.latchkey-trash/${id}`,
      `documents/.LATCHKEY-TRASH/${id}/kept/secret.txt`,
    ])
      for (const [method, address] of [
        ["GET", "/svc/api/files"],
        ["GET", "/svc/api/files/stat"],
        ["GET", "/svc/api/files/download"],
        ["DELETE", "/svc/api/files"],
      ] as const)
        expect(await as(method, address, { path }), `${method} ${address} ${path}`).toRefuseWith("host_file_not_found");
    for (const filename of ["../up.txt", "a/b", "CON", "nul.txt", "x".repeat(256), "a\0b", "u\u0308"])
      expect(await restored(id, { filename }), filename).toRefuseWith("input_invalid");
    expect(await restored(id, { filename: ".latchkey-trash" })).toRefuseWith("trash_not_found");
    const [forged, linked] = ["01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24", "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b25"];
    const note = { ...JSON.parse(readFileSync(join(trash, id, "latchkey-trash.json"), "utf8")), id: forged };
    mkdirSync(join(trash, forged));
    for (const wrong of [
      { filename: "../../../../../../outside/file.txt" },
      { folder: "../.." },
      { root: "databases" },
    ]) {
      writeFileSync(join(trash, forged, "latchkey-trash.json"), JSON.stringify({ ...note, ...wrong }));
      expect(await restored(forged), JSON.stringify(wrong)).toRefuseWith("trash_not_found");
    }
    host.write("outside/latchkey-trash.json", JSON.stringify({ ...note, id: linked }));
    symlinkSync(join(host.path, "outside"), join(trash, linked));
    expect(await restored(linked)).toRefuseWith("trash_not_found");
    expect((await listed()).map((one: { readonly id: string }) => one.id)).toEqual([id]);
    expect((await restored(id)).status).toBe(200);
    expect(readFileSync(outside, "utf8")).toBe("outside");
  },
);

verifies("files:trash:names", "no link redirects a deletion or a restore", async () => {
  host.write("Data/Documents/way/file.txt", "file");
  const id = await removed("documents/way/file.txt");
  rmSync(join(documents, "way"), { recursive: true });
  symlinkSync(join(host.path, "outside"), join(documents, "way"));
  expect(await restored(id)).toRefuseWith("host_file_refused");
  rmSync(trash, { recursive: true });
  symlinkSync(join(host.path, "outside"), trash);
  host.write("Data/Documents/stays.txt", "stays");
  expect(await as("DELETE", "/svc/api/files", { path: "documents/stays.txt" })).toRefuseWith("host_file_refused");
  expect(read("stays.txt")).toBe("stays");
  rmSync(trash);
  expect(readdirSync(join(host.path, "outside")).filter((name) => name === "file.txt" || name === "kept")).toEqual([
    "file.txt",
  ]);
});

verifies(
  "files:trash:for-good",
  "files deleted in the file browser are deleted permanently on request, or when their retention ends",
  async () => {
    host.write("Data/Documents/old/a.txt", "four");
    const first = await removed("documents/old", { recursive: true });
    expect((await as("DELETE", `/svc/api/trash/${first}`)).body.response).toEqual({ freedBytes: 4 });
    expect(await as("DELETE", `/svc/api/trash/${first}`)).toRefuseWith("trash_not_found");
    host.write("Data/Documents/kept.txt", "kept");
    await removed("documents/kept.txt", { tag: (await file("documents/kept.txt")).tag });
    expect(readdirSync(trash)).toHaveLength(1);
    while (readdirSync(trash).length > 0) await service.turn(24 * 60 * 60_000);
  },
);
