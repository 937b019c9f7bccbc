import { mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as } = browsed;
afterAll(() => browsed.remove());

interface Shown {
  readonly id: string;
  readonly name: string;
}
const names = (files: readonly Shown[]) => files.map(({ name }) => name);

verifies("browser:list:roots", async () => {
  service.sandbox.faults.set({ kind: "stopped" });
  try {
    const { status, body } = await as("GET", "/svc/api/files");
    expect(status).toBe(200);
    expect(body.response.path).toBe("");
    expect(names(body.response.files)).toEqual(["Databases", "Secure", "Documents", "Backups", "Scripts", "Logs"]);
    expect(body.response.files[0]).toMatchObject({
      type: "dir",
      root: "databases",
      path: "databases",
      capabilities: { canDownload: false, canChange: false, canFill: false },
    });
    expect(body.response.files[2].capabilities).toEqual({ canDownload: true, canChange: false, canFill: true });
    const { files } = (await as("GET", "/svc/api/files", { id: body.response.files[0].id })).body.response;
    expect(files).toMatchObject([
      { name: "Contacts.fmp12", type: "file", size: 8, mark: "hosted", capabilities: { canDownload: false } },
    ]);
  } finally {
    service.sandbox.faults.clear();
  }
});

verifies("browser:list:order", async () => {
  const sizes: Readonly<Record<string, number>> = { "b.txt": 30, "A.pdf": 10, "c.txt": 20 };
  for (const [place, [name, size]] of Object.entries(sizes).entries()) {
    const full = host.write(`Data/Documents/order/${name}`, "x".repeat(size));
    utimesSync(full, 1_000 + place, 1_000 + place);
  }
  mkdirSync(join(host.path, "Data/Documents/order/z-folder"));
  utimesSync(join(host.path, "Data/Documents/order/z-folder"), 2_000, 2_000);
  symlinkSync("/etc/passwd", join(host.path, "Data/Documents/order/linked"));
  const sorted = async (fields: Readonly<Record<string, unknown>>) =>
    names((await as("GET", "/svc/api/files", { path: "documents/order", ...fields })).body.response.files);
  expect(await sorted({})).toEqual(["A.pdf", "b.txt", "c.txt", "linked", "z-folder"]);
  expect(await sorted({ descending: true })).toEqual(["z-folder", "linked", "c.txt", "b.txt", "A.pdf"]);
  expect(await sorted({ sort: "size" })).toEqual(["linked", "z-folder", "A.pdf", "c.txt", "b.txt"]);
  expect((await sorted({ sort: "time" })).slice(0, 4)).toEqual(["b.txt", "A.pdf", "c.txt", "z-folder"]);
  expect(await sorted({ sort: "kind" })).toEqual(["z-folder", "A.pdf", "b.txt", "c.txt", "linked"]);
  expect(await sorted({ filter: ".TXT" })).toEqual(["b.txt", "c.txt"]);
  const { files } = (await as("GET", "/svc/api/files", { path: "documents/order", filter: "linked" })).body.response;
  expect(files[0]).toMatchObject({ type: "file", mark: "link", capabilities: { canDownload: false } });
});

verifies("browser:list:order", "a page can end anywhere, and new entries shift nothing", async () => {
  for (const sort of ["name", "size", "time", "kind"]) {
    const wanted = names((await as("GET", "/svc/api/files", { path: "documents/order", sort })).body.response.files);
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await as("GET", "/svc/api/files", {
        path: "documents/order",
        sort,
        limit: 2,
        ...(cursor !== undefined && { cursor }),
      });
      found.push(...names(page.body.response.files));
      if (page.body.response.cursor === null) break;
      cursor = page.body.response.cursor;
    }
    expect(found, sort).toEqual(wanted);
  }
});

verifies("browser:list:order", "a cursor of another order, and an invented one, are rejected", async () => {
  const { cursor } = (await as("GET", "/svc/api/files", { path: "documents/order", limit: 1 })).body.response;
  for (const fields of [
    { cursor, sort: "size" },
    { cursor, descending: true },
    { cursor: "WyJuYW1lIl0" },
    { cursor: "?" },
  ])
    expect(await as("GET", "/svc/api/files", { path: "documents/order", ...fields })).toRefuseWith("input_invalid");
});

verifies(
  "browser:list:roots",
  "a file is found by id and by path, and a missing one gets a specific error",
  async () => {
    const file = await browsed.file("documents/order/A.pdf");
    expect(file).toMatchObject({ name: "A.pdf", path: "documents/order/A.pdf", size: 10 });
    expect((await as("GET", "/svc/api/files/stat", { id: file.id })).body.response.file).toEqual(file);
    expect(await as("GET", "/svc/api/files/stat", { path: "documents/gone" })).toRefuseWith("host_file_not_found");
    expect(await as("GET", "/svc/api/files", { path: "documents/order/A.pdf" })).toRefuseWith("host_file_refused");
  },
);

verifies("browser:agent:away", async () => {
  expect(await service.raw("GET", "/svc/api/files")).toRefuseWith("unauthenticated");
  await browsed.agent.stop();
  for (const [method, path, fields] of [
    ["GET", "/svc/api/files", {}],
    ["GET", "/svc/api/files", { path: "documents" }],
    ["DELETE", "/svc/api/files", { path: "documents/order" }],
    ["POST", "/svc/api/files/folder", { path: "documents", name: "new" }],
    ["GET", "/svc/api/files/download", { path: "documents/order/A.pdf" }],
  ] as const)
    expect(await as(method, path, fields), `${method} ${path}`).toRefuseWith("agent_unavailable");
});
