import { appendFileSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const path = "/svc/api/server-info/logs";
const file = (name: string) => join(service.dataDir, "logs", name);
const download = (name: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  service.raw(method, `${path}/${name}`, { headers: { Authorization: adminAccount, ...headers } });

mkdirSync(join(service.dataDir, "logs"), { recursive: true });
const content = Array.from({ length: 3_000 }, (_, index) => `2026-11-20 line ${index} – é\n`).join("");
writeFileSync(file("svc-receiver.log"), content);

verifies("logs:list:service", async () => {
  const listed = await service.admin("GET", path);
  expect(listed).toSucceed();
  const { serviceLogs, ottoLogs } = listed.body.response;
  expect(serviceLogs).toEqual([
    "app-debug.log",
    "app-error.log",
    "app-info.log",
    "svc-debug.log",
    "svc-error.log",
    "svc-info.log",
    "svc-receiver.log",
  ]);
  expect(ottoLogs).toEqual(serviceLogs);
});

verifies("logs:list:host-away", async () => {
  const listed = await service.admin("GET", path);
  expect(listed.body.response).toMatchObject({ fmsLogs: [], problem: "agent_unavailable" });
  const sizes = await service.admin("GET", "/svc/api/logs");
  expect(sizes.body.response.problem).toBe("agent_unavailable");
  expect(sizes.body.response.logs).toContainEqual(
    expect.objectContaining({ name: "svc-receiver.log", place: "service", sizeBytes: Buffer.byteLength(content) }),
  );
  expect(await service.admin("GET", `${path}/Event.log`)).toRefuseWith("agent_unavailable");
});

verifies("logs:download:raw", async () => {
  const whole = await download("svc-receiver.log");
  expect(whole.status).toBe(200);
  expect(whole.text).toBe(content);
  expect(whole.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="svc-receiver.log"; filename*=UTF-8''svc-receiver.log`,
    "x-content-type-options": "nosniff",
    "content-length": String(Buffer.byteLength(content)),
    "cache-control": "no-store",
  });
});

verifies("logs:download:range", async () => {
  const bytes = Buffer.from(content);
  const cases: readonly (readonly [string, number, number])[] = [
    ["bytes=0-0", 0, 1],
    ["bytes=100-199", 100, 200],
    [`bytes=${bytes.length - 5}-`, bytes.length - 5, bytes.length],
    ["bytes=-7", bytes.length - 7, bytes.length],
    [`bytes=10-${bytes.length * 2}`, 10, bytes.length],
  ];
  for (const [range, start, end] of cases) {
    const part = await download("svc-receiver.log", { Range: range });
    expect(part.status, range).toBe(206);
    expect(part.bytes.equals(bytes.subarray(start, end)), range).toBe(true);
    expect(part.headers["content-range"]).toBe(`bytes ${start}-${end - 1}/${bytes.length}`);
  }
  const beyond = await download("svc-receiver.log", { Range: `bytes=${bytes.length}-` });
  expect(beyond).toRefuseWith("range_unsatisfiable");
  expect(beyond.headers["content-range"]).toBe(`bytes */${bytes.length}`);
  for (const range of ["bytes=0-1,5-6", "lines=0-1", "bytes=5-2"])
    expect((await download("svc-receiver.log", { Range: range })).status, range).toBe(200);
});

verifies("logs:download:etag", async () => {
  const head = await download("svc-receiver.log", {}, "HEAD");
  expect(head.status).toBe(200);
  expect(head.bytes).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(content)));
  const etag = String(head.headers.etag);
  expect((await download("svc-receiver.log", { "If-None-Match": etag })).status).toBe(304);
  expect((await download("svc-receiver.log", { "If-Range": etag, Range: "bytes=0-3" })).status).toBe(206);
  appendFileSync(file("svc-receiver.log"), "one more\n");
  expect((await download("svc-receiver.log", { "If-None-Match": etag })).status).toBe(200);
  expect((await download("svc-receiver.log", { "If-Range": etag, Range: "bytes=0-3" })).status).toBe(200);
});

verifies("logs:names:listed-only", async () => {
  symlinkSync("/etc/passwd", file("svc-info-old.log"));
  writeFileSync(join(service.dataDir, "elsewhere.txt"), "elsewhere");
  linkSync(join(service.dataDir, "elsewhere.txt"), file("svc-error-old.log"));
  mkdirSync(file("svc-receiver-old.log"));
  const names = [
    "svc-info-old.log",
    "svc-error-old.log",
    "svc-receiver-old.log",
    "SVC-INFO.LOG",
    "svc-info.log%00",
    "svc-info.log.",
    "NUL.log",
    `${"x".repeat(3_000)}.log`,
    "latchkey.sqlite",
    "nothing.log%20",
    "clear",
  ];
  const missing = await download("svc-nothing.txt");
  for (const name of names) {
    const answer = await download(name);
    expect(answer.text, name).not.toMatch(/root:|elsewhere/);
    if (/%00/.test(name)) expect(answer, name).toRefuseWith("path_refused");
    else expect(answer.body, name).toEqual(missing.body);
  }
  for (const name of ["..%2flatchkey.sqlite", "%2e%2e", "..%5c..%5clatchkey.sqlite"])
    expect(await download(name), name).toRefuseWith("path_refused");
  const { logs } = (await service.admin("GET", "/svc/api/logs")).body.response;
  expect(logs.map(({ name }: { name: string }) => name)).toEqual([
    "app-debug.log",
    "app-error.log",
    "app-info.log",
    "svc-debug.log",
    "svc-error.log",
    "svc-info.log",
    "svc-receiver.log",
  ]);
});

verifies("logs:download:missing", async () => {
  expect(await download("missing.txt")).toRefuseWith("log_not_found");
  expect(await service.admin("DELETE", `${path}/clear/missing.txt`)).toRefuseWith("log_not_found");
  expect(await service.admin("GET", "/svc/api/logs/missing.txt/lines")).toRefuseWith("log_not_found");
  expect(await service.admin("GET", "/svc/api/logs/missing.txt/search")).toRefuseWith("log_not_found");
  expect(await service.admin("GET", "/svc/api/logs/missing.txt/follow")).toRefuseWith("log_not_found");
});

test("a caller without an Admin API Key or account can't read logs", async () => {
  const key = await service.aKey();
  for (const target of [
    path,
    `${path}/svc-info.log`,
    "/svc/api/logs/svc-info.log/lines",
    "/svc/api/logs/svc-info.log/follow",
  ]) {
    expect(await service.raw("GET", target), target).toRefuseWith("unauthenticated");
    expect(await service.raw("GET", target, { key }), target).toRefuseWith("wrong_kind_of_key");
  }
  const adminKey = await service.anAdminKey();
  expect((await service.raw("GET", `${path}/svc-receiver.log`, { key: adminKey })).status).toBe(200);
});

verifies("logs:clear:emptied", async () => {
  const { ino } = statSync(file("svc-receiver.log"));
  const { size } = statSync(file("svc-receiver.log"));
  const cleared = await service.admin("DELETE", `${path}/clear/svc-receiver.log`);
  expect(cleared).toSucceed();
  expect(cleared.body.response).toEqual({ clearedBytes: size, isKept: false });
  expect(statSync(file("svc-receiver.log"))).toMatchObject({ ino, size: 0 });
  expect(readFileSync(file("svc-receiver.log"), "utf8")).toBe("");
  expect((await download("svc-receiver.log")).status).toBe(200);
  expect(await service.admin("DELETE", `${path}/clear/svc-info-old.log`)).toRefuseWith("log_not_found");
});
