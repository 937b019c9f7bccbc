import { randomBytes } from "node:crypto";
import { renameSync, symlinkSync, writeFileSync } from "node:fs";
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

const large = randomBytes(20_000_000);
host.write("Data/Documents/Größe (1).bin", large);
const where = `/svc/api/files/download?path=${encodeURIComponent("documents/Größe (1).bin")}`;
const get = (headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  service.raw(method, where, { key, headers });

verifies("browser:download:file", async () => {
  const whole = await get();
  expect(whole.status).toBe(200);
  expect(whole.bytes.equals(large)).toBe(true);
  expect(whole.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-length": "20000000",
    "accept-ranges": "bytes",
    "content-disposition": "attachment; filename=\"Gr__e (1).bin\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.bin",
  });
  const etag = String(whole.headers.etag);
  const head = await get({}, "HEAD");
  expect([head.status, head.headers["content-length"], head.headers.etag, head.bytes.length]).toEqual([
    200,
    "20000000",
    etag,
    0,
  ]);
  const part = await get({ Range: "bytes=16777210-16777225" });
  expect([part.status, part.headers["content-range"]]).toEqual([206, "bytes 16777210-16777225/20000000"]);
  expect(part.bytes.equals(large.subarray(16_777_210, 16_777_226))).toBe(true);
  expect((await get({ Range: "bytes=-5" })).bytes.equals(large.subarray(-5))).toBe(true);
  expect(await get({ Range: "bytes=20000000-" })).toRefuseWith("range_unsatisfiable");
  expect((await get({ "If-None-Match": etag })).status).toBe(304);
  expect((await get({ Range: "bytes=0-0", "If-Range": '"other"' })).status).toBe(200);
  expect(await get({ "If-Match": '"other"' })).toRefuseWith("host_file_changed");
});

verifies("browser:download:file", "an empty file is empty, and a missing one gets a specific error", async () => {
  host.write("Data/Documents/empty.txt", "");
  const empty = await as("GET", "/svc/api/files/download", { path: "documents/empty.txt" });
  expect([empty.status, empty.headers["content-length"]]).toEqual([200, "0"]);
  expect(await as("GET", "/svc/api/files/download", { path: "documents/none" })).toRefuseWith("host_file_not_found");
  expect(await service.raw("GET", where)).toRefuseWith("unauthenticated");
});

verifies("browser:download:hosted", async () => {
  host.write("Data/Databases/Removed_By_FMS/Old.fmp12", "old");
  host.write("Data/Databases/RC_Data_FMS/Contacts/Secure/ab/cd", "picture");
  const download = (path: string) => as("GET", "/svc/api/files/download", { path });
  for (const path of ["databases/Contacts.fmp12", "databases", "secure"])
    expect(await download(path), path).toRefuseWith("host_file_not_sent");
  expect(await as("GET", "/svc/api/files/get-download-link", { path: "databases/Contacts.fmp12" })).toRefuseWith(
    "host_file_not_sent",
  );
  expect((await download("databases/Removed_By_FMS/Old.fmp12")).text).toBe("old");
  expect((await download("databases/RC_Data_FMS")).status).toBe(200);
});

verifies("browser:download:zip", async () => {
  const picture = randomBytes(5_000_000);
  host.write("Data/Documents/Reports/2026/May.pdf", picture);
  host.write("Data/Documents/Reports/Ünï.txt", "text");
  host.write("Data/Documents/Reports/none.txt", "");
  // Names that an unpacking program might read as paths, and links.
  for (const name of ["..\\..\\up.txt", "a\\b.txt", "bell\u0007.txt"])
    host.write(`Data/Documents/Reports/${name}`, name);
  symlinkSync("/etc/passwd", join(host.path, "Data/Documents/Reports/link.txt"));
  const zip = await as("GET", "/svc/api/files/download", { path: "documents/Reports" });
  expect([zip.status, zip.headers["content-type"]]).toEqual([200, "application/zip"]);
  expect(zip.headers["content-length"]).toBe(String(zip.bytes.length));
  expect(zip.headers["content-disposition"]).toContain('filename="Reports.zip"');
  const files = filesInZip(zip.bytes);
  expect([...files.keys()].toSorted()).toEqual([
    "Reports/2026/",
    "Reports/2026/May.pdf",
    "Reports/none.txt",
    "Reports/Ünï.txt",
  ]);
  expect(files.get("Reports/2026/May.pdf")?.equals(picture)).toBe(true);
  expect(files.get("Reports/Ünï.txt")?.toString()).toBe("text");
  const head = await service.raw("HEAD", "/svc/api/files/download?path=documents/Reports", { key });
  expect([head.status, head.headers["content-type"], head.bytes.length]).toEqual([200, "application/zip", 0]);
});

verifies("browser:link:signed", "invalid lifetimes get a clear message", async () => {
  for (const urlExpiry of ["10", "0m", "8d", "1 h", "-1h", "1h30m"])
    expect(await as("GET", "/svc/api/files/get-download-link", { path: "documents", urlExpiry })).toRefuseWith(
      "input_invalid",
    );
});

verifies("browser:download:file", "the download of a file that is replaced meanwhile is aborted", async () => {
  const path = host.write("Data/Documents/moving.bin", Buffer.alloc(60_000_000, "a"));
  const answer = await fetch(`${service.baseUrl}/svc/api/files/download?path=documents/moving.bin`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  await reader?.read();
  writeFileSync(`${path}.new`, Buffer.alloc(60_000_000, "b"));
  renameSync(`${path}.new`, join(host.path, "Data/Documents/moving.bin"));
  const rest = (async () => {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
      expect(read.value.includes(98)).toBe(false);
  })();
  await expect(rest).rejects.toThrow();
});

verifies("browser:link:signed", async () => {
  const { downloadUrl, expiresAt } = (
    await as("GET", "/svc/api/files/get-download-link", { path: "documents/Größe (1).bin", urlExpiry: "1h" })
  ).body.response;
  expect(Date.parse(expiresAt) - service.clock.now()).toBeGreaterThan(3_590_000);
  const { pathname, search, searchParams } = new URL(downloadUrl);
  const link = `${pathname}${search}`;
  expect((await service.raw("GET", link)).bytes.equals(large)).toBe(true);
  expect((await service.raw("HEAD", link)).headers["content-length"]).toBe("20000000");
  expect(
    (await service.raw("GET", link, { headers: { Range: "bytes=0-9" } })).bytes.equals(large.subarray(0, 10)),
  ).toBe(true);
  const [reported = "", signature = ""] = (searchParams.get("token") ?? "").split(".");
  const later = Buffer.from(JSON.stringify(["documents/empty.txt", Date.parse(expiresAt)])).toString("base64url");
  for (const token of [
    "x",
    reported,
    `${reported}.`,
    `${reported}.${signature}x`,
    `${later}.${signature}`,
    `${reported}.${signature}.`,
  ])
    expect(await service.raw("GET", `${pathname}?token=${token}`), token).toRefuseWith("host_link_refused");
  expect(await service.logs()).not.toContain(signature);
  await service.turn(3_600_000);
  expect(await service.raw("GET", link)).toRefuseWith("host_link_refused");
});
