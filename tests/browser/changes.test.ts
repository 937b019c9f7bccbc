import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as, file } = browsed;
afterAll(() => browsed.remove());
const documents = join(host.path, "Data/Documents");
const there = (name: string) => existsSync(join(documents, name));
const read = (name: string) => readFileSync(join(documents, name), "utf8");
const move = (fields: Readonly<Record<string, unknown>>) => as("POST", "/svc/api/files/move", fields);
const remove = (fields: Readonly<Record<string, unknown>>) => as("DELETE", "/svc/api/files", fields);

verifies("browser:folder:made", async () => {
  const { status, body } = await as("POST", "/svc/api/files/folder", { path: "documents", name: "Berichte" });
  expect(status).toBe(200);
  expect(body.response).toMatchObject({ path: "documents/Berichte", file: { name: "Berichte", type: "dir" } });
  const below = await as("POST", "/svc/api/files/folder", { id: body.response.file.id, name: "2026" });
  expect(below.body.response.path).toBe("documents/Berichte/2026");
  expect(there("Berichte/2026")).toBe(true);
  for (const name of ["Berichte", "BERICHTE"])
    expect(await as("POST", "/svc/api/files/folder", { path: "documents", name })).toRefuseWith("host_name_taken");
  for (const path of ["databases", "secure", "scripts", "logs"])
    expect(await as("POST", "/svc/api/files/folder", { path, name: "new" }), path).toRefuseWith(
      "host_folder_read_only",
    );
  expect(await as("POST", "/svc/api/files/folder", { path: "documents/none", name: "new" })).toRefuseWith(
    "host_file_not_found",
  );
});

verifies("browser:move:whole", async () => {
  host.write("Data/Documents/one.txt", "one");
  host.write("Data/Documents/two.txt", "two");
  const { tag } = await file("documents/one.txt");
  const renamed = await move({ path: "documents/one.txt", name: "eins.txt" });
  expect(renamed.body.response).toMatchObject({ from: "documents/one.txt", path: "documents/eins.txt", file: { tag } });
  expect([there("one.txt"), read("eins.txt")]).toEqual([false, "one"]);
  expect(await move({ path: "documents/eins.txt", name: "two.txt" })).toRefuseWith("host_name_taken");
  expect(await move({ path: "documents/eins.txt", name: "TWO.TXT", replace: true })).toRefuseWith("host_name_taken");
  expect(await move({ path: "documents/eins.txt", name: "x.txt", tag: "1-2-3-4" })).toRefuseWith("host_file_changed");
  expect((await move({ path: "documents/eins.txt", name: "two.txt", replace: true, tag })).status).toBe(200);
  expect([there("eins.txt"), read("two.txt")]).toEqual([false, "one"]);
  expect((await move({ path: "documents/two.txt", name: "Two.txt" })).status).toBe(200);
  expect([there("two.txt"), read("Two.txt")]).toEqual([false, "one"]);
});

verifies(
  "browser:move:whole",
  "a folder is moved with its contents, also to another of the server's folders",
  async () => {
    host.write("Data/Documents/from/deep/file.txt", "deep");
    host.write("Data/Documents/empty/.keep", "");
    const moved = await move({ path: "documents/from", toPath: "backups", name: "kept" });
    expect(moved.body.response).toMatchObject({ path: "backups/kept", file: { type: "dir" } });
    expect(readFileSync(join(host.path, "Data/Backups/kept/deep/file.txt"), "utf8")).toBe("deep");
    expect(there("from")).toBe(false);
    mkdirSync(join(documents, "hollow"));
    for (const replace of [false, true])
      expect((await move({ path: "backups/kept", toPath: "documents", name: "hollow", replace })).status).toBe(409);
    expect(await move({ path: "backups/kept", toPath: "backups/kept/deep" })).toRefuseWith("host_file_refused");
    expect(await move({ path: "backups/kept", toPath: "databases" })).toRefuseWith("host_folder_read_only");
    expect(await move({ path: "databases/Contacts.fmp12", toPath: "documents" })).toRefuseWith("host_folder_read_only");
    expect(await move({ path: "documents", name: "papers" })).toRefuseWith("host_folder_read_only");
    expect(await move({ path: "documents/none", name: "papers" })).toRefuseWith("host_file_not_found");
    expect((await move({ path: "backups/kept", toPath: "documents" })).body.response.path).toBe("documents/kept");
  },
);

verifies("browser:delete:whole", async () => {
  const kept = host.write("Data/Documents/kept.txt", "kept");
  host.write("Data/Documents/full/one/file.txt", "x");
  symlinkSync(join(host.path, "Data/Databases"), join(documents, "full/linked"));
  symlinkSync(kept, join(documents, "alias"));
  expect((await remove({ path: "documents/alias" })).body.response).toEqual({
    path: "documents/alias",
    type: "file",
    trashId: null,
  });
  expect([there("alias"), there("kept.txt")]).toEqual([false, true]);
  expect(await remove({ path: "documents/full" })).toRefuseWith("host_file_refused");
  expect(there("full/one/file.txt")).toBe(true);
  const gone = await remove({ path: "documents/full", recursive: true, forGood: true });
  expect(gone.body.response).toEqual({ path: "documents/full", type: "dir", trashId: null });
  expect(there("full")).toBe(false);
  expect(existsSync(join(host.path, "Data/Databases/Contacts.fmp12"))).toBe(true);
  const { tag } = await file("documents/kept.txt");
  host.write("Data/Documents/kept.txt", "changed");
  expect(await remove({ path: "documents/kept.txt", tag })).toRefuseWith("host_file_changed");
  mkdirSync(join(documents, "bare"));
  for (const path of ["documents/kept.txt", "documents/bare"])
    expect((await remove({ path, forGood: true })).body.response.trashId).toBeNull();
  expect((await as("GET", "/svc/api/trash")).body.response.trash).toEqual([]);
  expect(await remove({ path: "documents/kept.txt" })).toRefuseWith("host_file_not_found");
  for (const path of ["documents", "databases/Contacts.fmp12", "logs/Event.log"])
    expect(await remove({ path }), path).toRefuseWith("host_folder_read_only");
});

verifies("browser:size:counted", async () => {
  host.write("Data/Documents/sized/a.bin", Buffer.alloc(1_000));
  host.write("Data/Documents/sized/deep/er/b.bin", Buffer.alloc(500));
  symlinkSync("/", join(documents, "sized/linked"));
  const counted = await as("GET", "/svc/api/files/size", { path: "documents/sized", waitSeconds: 20 });
  expect(counted.body.response).toEqual({ sizeBytes: 1_500, files: 2, folders: 2, isComplete: true });
  const first = await as("GET", "/svc/api/files/size", { path: "documents", waitSeconds: 0 });
  expect(first.status).toBe(200);
  const stopped = await as("DELETE", "/svc/api/files/size", { path: "documents" });
  expect(stopped.body.response.wasCounting).toBe(!first.body.response.isComplete);
  expect((await as("DELETE", "/svc/api/files/size", { path: "documents" })).body.response.wasCounting).toBe(false);
  expect(await as("GET", "/svc/api/files/size", { path: "documents/none" })).toRefuseWith("host_file_not_found");
});

verifies("browser:audit:changes", async () => {
  await as("POST", "/svc/api/files/folder", { path: "documents", name: "audited" });
  await move({ path: "documents/audited", name: "moved" });
  await remove({ path: "documents/moved" });
  await remove({ path: "databases/Contacts.fmp12" });
  const { entries } = (await as("GET", "/svc/api/audit", { limit: 4 })).body.response;
  expect(
    entries.map(({ action, objects, outcome }: Readonly<Record<string, unknown>>) => [action, objects, outcome]),
  ).toEqual([
    ["deleteHostFile", ["host-file:databases/Contacts.fmp12"], "refused"],
    ["deleteHostFile", ["host-file:documents/moved"], "done"],
    ["moveHostFile", ["host-file:documents/audited", "host-file:documents/moved"], "done"],
    ["makeHostFolder", ["host-file:documents/audited"], "done"],
  ]);
});
