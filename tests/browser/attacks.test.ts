import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { agentClientOf } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { tusOf } from "./support/tus.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as } = browsed;
afterAll(() => browsed.remove());
const { begin } = tusOf(browsed);
const documents = join(host.path, "Data/Documents");
host.write("Data/Documents/inside/file.txt", "inside");
const outside = host.write("outside/file.txt", "outside");

const noPaths = [
  "..",
  "documents/..",
  "documents/../databases",
  "documents/inside/../../databases/Contacts.fmp12",
  "/etc/passwd",
  "documents//etc",
  "documents/",
  "documents/./inside",
  "documents\\inside",
  "documents/inside\\file.txt",
  "documents/inside\0/file.txt",
  "documents/in\nside",
  "Documents/inside",
  "DOCUMENTS",
  "etc",
  `documents/${"a".repeat(256)}`,
  `documents/${"ä".repeat(200)}`,
  `documents/${Array.from({ length: 900 }, () => "abcd").join("/")}`,
];

verifies("browser:attacks:names", async () => {
  for (const path of noPaths) {
    const id = Buffer.from(path).toString("base64url");
    for (const [method, address, fields] of [
      ["GET", "/svc/api/files", { path }],
      ["GET", "/svc/api/files", { id }],
      ["GET", "/svc/api/files/stat", { id }],
      ["GET", "/svc/api/files/download", { id }],
      ["GET", "/svc/api/files/get-download-link", { id }],
      ["DELETE", "/svc/api/files", { id, recursive: true }],
      ["POST", "/svc/api/files/move", { path: "documents/inside", to: id }],
    ] as const)
      expect(await as(method, address, fields), `${method} ${address} ${path}`).toRefuseWith("input_invalid");
  }
  const id = Buffer.from("documents/inside").toString("base64url");
  for (const odd of [
    `${id}=`,
    `${id}==`,
    id.replace(/.$/, "!"),
    Buffer.from("documents/inside").toString("base64url").toUpperCase(),
  ])
    expect(await as("GET", "/svc/api/files", { id: odd }), odd).toRefuseWith("input_invalid");
});

const noNames = [
  "../up.txt",
  "..",
  ".",
  "a/b",
  "a\\b",
  "/abs",
  "C:up.txt",
  "file.txt:stream",
  "nul\0l.txt",
  "line\nfeed.txt",
  "trailing.",
  "trailing ",
  " leading",
  "CON",
  "nul.txt",
  "com1",
  "LPT9.log",
  "COM¹",
  "conin$",
  "aux .txt",
  "star*.txt",
  "what?.txt",
  '"quoted".txt',
  "<tag>.txt",
  "pipe|.txt",
  "\u202egnp.exe",
  "\ufeffbom.txt",
  "ä".repeat(128),
  ".latchkey-hidden",
  ".LATCHKEY-hidden",
];

verifies(
  "browser:attacks:names",
  "a new file or folder can't have a name that some system reads differently",
  async () => {
    const before = readdirSync(documents).length;
    for (const name of noNames) {
      const refused = expect.objectContaining({
        status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
      });
      expect(await as("POST", "/svc/api/files/folder", { path: "documents", name }), name).toEqual(refused);
      expect(await as("POST", "/svc/api/files/move", { path: "documents/inside", name }), name).toEqual(refused);
      expect(await begin({ path: "documents", filename: name }, 1), name).toEqual(refused);
    }
    expect(readdirSync(documents)).toHaveLength(before);
  },
);

verifies("browser:attacks:names", "the agent itself rejects such names", async () => {
  const deadline = { deadlineMs: 60_000 };
  for (const name of ["CON", "trailing.", "a:b", "u\u0308"]) {
    const made = agentClientOf(service).request("browser.makeFolder", { root: "documents", path: name }, deadline);
    await expect(made, name).rejects.toMatchObject({ error: "host_file_refused" });
  }
});

verifies("browser:attacks:names", "two spellings of one name are the same name", async () => {
  const made = await as("POST", "/svc/api/files/folder", { path: "documents", name: "Ku\u0308che" });
  expect(made.body.response.path).toBe("documents/K\u00fcche");
  for (const name of ["K\u00fcche", "Ku\u0308che", "K\u00dcCHE"])
    expect(await as("POST", "/svc/api/files/folder", { path: "documents", name })).toRefuseWith("host_name_taken");
});

verifies("browser:attacks:names", "unfinished uploads are hidden, and can't be accessed", async () => {
  await begin({ path: "documents", filename: "coming.bin" }, 100);
  const draft = readdirSync(documents).find((name) => name.startsWith(".latchkey-"));
  const path = `documents/${draft}`;
  for (const [method, address, fields] of [
    ["GET", "/svc/api/files/stat", { path }],
    ["GET", "/svc/api/files/download", { path }],
    ["DELETE", "/svc/api/files", { path }],
    ["POST", "/svc/api/files/move", { path, name: "stolen.bin" }],
  ] as const)
    expect(await as(method, address, fields), address).toRefuseWith("host_file_not_found");
});

verifies("browser:attacks:links", async () => {
  symlinkSync(join(host.path, "outside"), join(documents, "way-out"));
  symlinkSync(outside, join(documents, "file-out.txt"));
  for (const [method, address, fields] of [
    ["GET", "/svc/api/files", { path: "documents/way-out" }],
    ["GET", "/svc/api/files/stat", { path: "documents/way-out/file.txt" }],
    ["GET", "/svc/api/files/download", { path: "documents/way-out/file.txt" }],
    ["GET", "/svc/api/files/size", { path: "documents/way-out" }],
    ["POST", "/svc/api/files/folder", { path: "documents/way-out", name: "new" }],
    ["POST", "/svc/api/files/move", { path: "documents/inside/file.txt", toPath: "documents/way-out" }],
    ["DELETE", "/svc/api/files", { path: "documents/way-out/file.txt" }],
  ] as const)
    expect(await as(method, address, fields), `${method} ${address}`).toRefuseWith("host_file_refused");
  expect(await as("GET", "/svc/api/files/download", { path: "documents/file-out.txt" })).toRefuseWith(
    "host_file_not_sent",
  );
  expect(await begin({ path: "documents/way-out", filename: "new.txt" }, 1)).toRefuseWith("host_file_refused");
  expect(readdirSync(join(host.path, "outside"))).toEqual(["file.txt"]);
});

verifies("browser:attacks:links", "a symlink created during a request leads nowhere", async () => {
  const way = join(documents, "changing");
  mkdirSync(way);
  host.write("Data/Documents/changing/file.txt", "inside");
  let stop = false;
  const swapping = (async () => {
    while (!stop) {
      renameSync(way, `${way}-aside`);
      symlinkSync(join(host.path, "outside"), way);
      await new Promise(setImmediate);
      rmSync(way);
      renameSync(`${way}-aside`, way);
      await new Promise(setImmediate);
    }
  })();
  const seen = new Set<string>();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const [read] = await Promise.all([
      as("GET", "/svc/api/files/download", { path: "documents/changing/file.txt" }),
      as("POST", "/svc/api/files/folder", { path: "documents/changing", name: `made-${attempt}` }),
      as("DELETE", "/svc/api/files", { path: "documents/changing/file-2.txt" }),
    ]);
    seen.add(read.status === 200 ? read.text : "refused");
  }
  stop = true;
  await swapping;
  expect([...seen].filter((text) => text !== "inside" && text !== "refused")).toEqual([]);
  expect(readdirSync(join(host.path, "outside"))).toEqual(["file.txt"]);
  expect(await service.logs()).not.toContain('"error":"internal"');
});
