import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { filesInZip } from "./support/files-in-zip.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, key, as } = browsed;
afterAll(() => browsed.remove());

const at = (path: string) => join(host.path, "Data", path);
const download = (path: string) => as("GET", "/svc/api/files/download", { path });

verifies("browser:download:zip-length", "a folder of a thousand files", async () => {
  for (let index = 0; index < 1_000; index += 1)
    host.write(`Data/Documents/Many/${index} of a thousand.txt`, `${index}`);
  const { status, bytes, headers } = await download("documents/Many");
  expect([status, headers["content-length"]]).toEqual([200, String(bytes.length)]);
  const files = filesInZip(bytes);
  expect(files.size).toBe(1_000);
  expect(files.get("Many/999 of a thousand.txt")?.toString()).toBe("999");
});

verifies("browser:download:zip-broken", "files that are deleted while the folder is sent", async () => {
  for (const name of ["a", "b", "c"]) host.write(`Data/Documents/Going/${name}.bin`, Buffer.alloc(30_000_000, name));
  const answer = await fetch(`${service.baseUrl}/svc/api/files/download?path=documents/Going`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  await reader?.read();
  for (const name of ["a", "b", "c"]) rmSync(at(`Documents/Going/${name}.bin`));
  const rest = (async () => {
    while ((await reader?.read())?.done === false);
  })();
  await expect(rest).rejects.toThrow();
  expect((await as("GET", "/svc/api/files", { path: "documents/Going" })).status).toBe(200);
});

verifies("browser:links:hard", async () => {
  const secret = host.write("elsewhere.txt", "a secret of the host");
  host.write("Data/Documents/Linked/own.txt", "own");
  linkSync(secret, at("Documents/Linked/second.txt"));
  host.write("Data/Backups/Daily/own.txt", "own");
  linkSync(secret, at("Backups/Daily/second.txt"));
  expect(await download("documents/Linked/second.txt")).toRefuseWith("host_file_refused");
  expect([...filesInZip((await download("documents/Linked")).bytes).keys()]).toEqual(["Linked/own.txt"]);
  expect((await download("backups/Daily/second.txt")).text).toBe("a secret of the host");
  expect([...filesInZip((await download("backups/Daily")).bytes).keys()].toSorted()).toEqual([
    "Daily/own.txt",
    "Daily/second.txt",
  ]);
});

verifies("browser:list:undecoded", async () => {
  host.write("Data/Documents/Old/é.txt", "composed");
  const latin1 = (path: string) => Buffer.from(at(path), "latin1");
  writeFileSync(latin1("Documents/Old/caf\u00e9.txt"), "in Latin-1");
  writeFileSync(latin1("Documents/Old/caf\u00e8.txt"), "another");
  const { files } = (await as("GET", "/svc/api/files", { path: "documents/Old" })).body.response;
  expect(files.map(({ name, size }: { name: string; size: number }) => [name, size])).toEqual([
    ["caf\u{fffd}E8.txt", 7],
    ["caf\u{fffd}E9.txt", 10],
    ["é.txt", 8],
  ]);
  const path = "documents/Old/caf\u{fffd}E9.txt";
  expect((await download(path)).text).toBe("in Latin-1");
  expect(await download("documents/Old/\u{fffd}C3\u{fffd}A9.txt")).toRefuseWith("host_file_not_found");
  const zipped = filesInZip((await download("documents/Old")).bytes);
  expect(zipped.get("Old/caf\u{fffd}E9.txt")?.toString()).toBe("in Latin-1");
  expect(zipped.size).toBe(3);
  const move = { path, name: "café.txt" };
  expect((await as("POST", "/svc/api/files/move", move)).status).toBe(200);
  expect(readFileSync(at("Documents/Old/café.txt"), "utf8")).toBe("in Latin-1");
  expect(
    await as("POST", "/svc/api/files/move", { path: "documents/Old/café.txt", name: "x\u{fffd}E9.txt" }),
  ).toRefuseWith("input_invalid");
  const other = { path: "documents/Old/caf\u{fffd}E8.txt" };
  expect((await as("DELETE", "/svc/api/files", other)).status).toBe(200);
  expect(readdirSync(at("Documents/Old"))).toEqual(["café.txt", "é.txt"]);
});
