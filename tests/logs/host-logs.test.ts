import { appendFileSync, existsSync, linkSync, readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const host = aHost();
const folder = join(host.path, "Logs");
const service = await testService({ sandbox: { logDir: folder } });
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const adminKey = await service.anAdminKey();
const as = (method: string, path: string) => service.raw(method, path, { key: adminKey });
const files = "/svc/api/server-info/logs";

verifies("logs:list:server", async () => {
  const key = await service.aKey();
  expect((await service.raw("GET", recordsPath(), { key })).status).toBe(200);
  // The server writes them with a delay.
  await until(() => ["Access.log", "fmdapi.log"].every((name) => existsSync(join(folder, name))));
  host.write("Logs/scriptEvent.log", "Timestamp\tError\tMessage\n");
  host.write("Logs/crash.dmp", "no log");
  host.write("Logs/fmodata.log.1", "rotated\n");
  symlinkSync("/etc/passwd", join(folder, "linked.log"));
  linkSync(host.write("Data/Documents/linked.txt", "linked"), join(folder, "twice.log"));
  const { fmsLogs, problem } = (await as("GET", files)).body.response;
  expect(problem).toBeNull();
  expect(fmsLogs).toEqual(expect.arrayContaining(["Access.log", "Event.log", "fmdapi.log", "scriptEvent.log"]));
  expect(fmsLogs).toContain("fmodata.log.1");
  for (const name of ["crash.dmp", "linked.log", "twice.log"]) {
    expect(fmsLogs).not.toContain(name);
    expect(await as("GET", `${files}/${name}`), name).toRefuseWith("log_not_found");
    expect(await as("DELETE", `${files}/clear/${name}`), name).toRefuseWith("log_not_found");
  }
  expect(await as("GET", `${files}/event.log`)).toRefuseWith("log_not_found");
});

verifies("logs:list:elsewhere", async () => {
  const line = (number: number) =>
    `2026-02-14 00:02:00 -0500 - warn:   fmi   127.0.0.1   notifications   general   n/a   "Note ${number}"\n`;
  const content = Array.from({ length: 3_000 }, (_, number) => line(number)).join("");
  host.write("Admin/FAC/logs/fac-old.log", content);
  // The stand-in keeps this log in two folders here: the first one counts.
  host.write("Admin/FAC/logs/fac.log", "another\n");
  host.write("Admin/FAC/logs/other.log", "no log of FileMaker Server's");
  host.write("Database Server/bin/fmodataDebug.log", "debugging\n");
  host.write("Database Server/bin/fmsadmin.log", "no log of FileMaker Server's");
  const { fmsLogs } = (await as("GET", files)).body.response;
  expect(fmsLogs.filter((name: string) => /^(?:fac|other|fmodataDebug|fmsadmin)/.test(name))).toEqual([
    "fac-old.log",
    "fac.log",
    "fmodataDebug.log",
  ]);
  expect((await as("GET", `${files}/fac-old.log`)).text).toBe(content);
  const { lines } = (await as("GET", "/svc/api/logs/fac-old.log/lines?count=1")).body.response;
  expect(lines).toMatchObject([
    {
      level: "warning",
      time: "2026-02-14T05:02:00.000Z",
      columns: { Component: "notifications", Text: '"Note 2999"' },
    },
  ]);
  const { records } = (await as("GET", "/svc/api/logs/fac-old.log/search?text=note%2017%22")).body.response;
  expect(records).toMatchObject([{ columns: { Text: '"Note 17"' } }]);
  expect((await as("DELETE", `${files}/clear/fac-old.log`)).body.response.clearedBytes).toBe(content.length);
  expect((await as("GET", `${files}/fac-old.log`)).text).toBe("");
  expect((await as("GET", `${files}/fac.log`)).text).not.toContain("another");
  expect(await as("GET", `${files}/other.log`)).toRefuseWith("log_not_found");
});

verifies("logs:download:server-stopped", async () => {
  const large = Buffer.from(Array.from({ length: 90_000 }, (_, index) => `${index} ${"x".repeat(90)}\n`).join(""));
  host.write("Logs/wpe0.log", large);
  service.sandbox.faults.set({ kind: "stopped" });
  try {
    const answer = await as("GET", `${files}/wpe0.log`);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(large)).toBe(true);
  } finally {
    service.sandbox.faults.clear();
  }
});

verifies("logs:records:columns", async () => {
  const content = [
    '2026-11-20 09:15:02.114 +0100\tInformation\t737\tfms1\tDatabase "Contacts" being opened by "Admin".',
    '2026-11-20 09:15:02.530 +0100\tWarnung\t18\tfms1\tOpened database "Archive"\tread only.',
    "and this stands on a further line",
    "2026-11-20 09:15:03.000 +0100\tError\t701\tfms1\tProcess ended.",
  ];
  host.write("Logs/Event-old.log", `${content.join("\r\n")}\r\n`);
  const { lines } = (await as("GET", "/svc/api/logs/Event-old.log/lines")).body.response;
  expect(lines.map(({ kind, number }: { kind: string; number: number }) => [number, kind])).toEqual([
    [0, "record"],
    [1, "record"],
    [2, "continuation"],
    [3, "record"],
  ]);
  expect(lines[1]).toMatchObject({
    time: "2026-11-20T08:15:02.530Z",
    level: "warning",
    code: "18",
    meaning: "A database was opened read-only",
    columns: {
      Timestamp: "2026-11-20 09:15:02.530 +0100",
      Level: "Warnung",
      Code: "18",
      Host: "fms1",
      Message: 'Opened database "Archive"\tread only.',
    },
  });
  const found = (await as("GET", "/svc/api/logs/Event-old.log/search?text=further")).body.response;
  expect(found.records).toMatchObject([{ code: "18", more: ["and this stands on a further line"] }]);
});

verifies("logs:records:columns", "an empty find of the Data API isn't a failed login", async () => {
  const line = "2026-11-20 09:30:00.377 +0100\t401\tERROR\t10.0.0.9\tapi\tPOST\t/fmi/data/vLatest/_find\t84";
  host.write("Logs/fmdapi-old.log", `Timestamp\tError\tMessage\tUsage\n${line}\n`);
  const { lines } = (await as("GET", "/svc/api/logs/fmdapi-old.log/lines")).body.response;
  expect(lines).toMatchObject([
    { kind: "heading", time: null, columns: {} },
    {
      kind: "record",
      level: "error",
      meaning: "No records match the request: an empty find, not a failed login",
      columns: { Account: "api", Method: "POST", Bytes: "84" },
    },
  ]);
});

verifies("logs:around:moment", async () => {
  const stamp = (second: number) => `2026-10-01 12:00:0${second}.000 +0000`;
  host.write(
    "Logs/Event-old.log",
    `${stamp(1)}\tInformation\t1\tfms\tfirst\n${stamp(3)}\tInformation\t1\tfms\tthird\n`,
  );
  host.write("Logs/Access-old.log", `${stamp(2)}\tInformation\t638\tfms\tsecond\n`);
  const names = "Event-old.log,Access-old.log";
  const answer = await as("GET", `/svc/api/logs/around?at=2026-10-01T12:00:02.000Z&seconds=5&names=${names}`);
  expect(answer).toSucceed();
  expect(answer.body.response.records.map(({ columns }: { columns: { Message: string } }) => columns.Message)).toEqual([
    "first",
    "second",
    "third",
  ]);
  const everywhere = (await as("GET", "/svc/api/logs/around?at=2026-10-01T12:00:02.000Z&seconds=5")).body.response;
  expect(everywhere.records).toHaveLength(3);
  expect(everywhere.problem).toBeNull();
});

verifies(
  "logs:search:pattern",
  "a host's log is searched by its agent, and an invalid pattern is reported as one",
  async () => {
    host.write("Logs/Event-old.log", "2026-11-20 09:15:03.000 +0100\tError\t701\tfms1\tProcess ended.\n");
    expect(await as("GET", "/svc/api/logs/Event-old.log/search?text=(&isPattern=true")).toRefuseWith(
      "log_pattern_refused",
    );
    const { records } = (await as("GET", "/svc/api/logs/Event-old.log/search?text=%5Ct701%5Ct&isPattern=true")).body
      .response;
    expect(records).toMatchObject([{ code: "701", log: "Event-old.log" }]);
  },
);

verifies("logs:lines:tail", "pages of a host's log are combined to the requested size", async () => {
  const content = Array.from(
    { length: 3_000 },
    (_, index) => `2026-11-20 09:00:00.000 +0000\t0\t${index} ${"é".repeat(60)}\n`,
  );
  host.write("Logs/scriptEvent.log", content.join(""));
  const page = (await as("GET", "/svc/api/logs/scriptEvent.log/lines?count=2000")).body.response;
  expect(page.lines).toHaveLength(2_000);
  expect(page.lines[0]).toMatchObject({ number: 1_000, level: "info" });
  expect(page.lines.at(-1)).toMatchObject({ number: 2_999 });
  const middle = (await as("GET", "/svc/api/logs/scriptEvent.log/lines?from=500&count=1500")).body.response;
  expect(middle.lines.map(({ number }: { number: number }) => number)).toEqual(
    Array.from({ length: 1_500 }, (_, index) => 500 + index),
  );
});

verifies("logs:cursor:survives", "a log that the host rotates is another one from then on", async () => {
  const path = "/svc/api/logs/wpe0.log/lines";
  const line = (text: string) => `2026-11-20 09:00:00.000 +0000\tInformation\t638\tfms\t${text}\n`;
  host.write("Logs/wpe0.log", line("old").repeat(20));
  const { after } = (await as("GET", path)).body.response;
  appendFileSync(join(folder, "wpe0.log"), line("more"));
  const more = (await as("GET", `${path}?after=${after}`)).body.response;
  expect(more).toMatchObject({ isRotated: false, lines: [{ text: line("more").trim() }] });
  renameSync(join(folder, "wpe0.log"), join(folder, "wpe0-old.log"));
  host.write("Logs/wpe0.log", line("new").repeat(30));
  const rotated = (await as("GET", `${path}?after=${more.after}`)).body.response;
  expect(rotated.isRotated).toBe(true);
  expect(rotated.lines).toHaveLength(30);
});

verifies("logs:clear:emptied", "the host's log file stays, empty", async () => {
  const { ino, size } = statSync(join(folder, "wpe0-old.log"));
  expect((await as("DELETE", `${files}/clear/wpe0-old.log`)).body.response).toEqual({
    clearedBytes: size,
    isKept: false,
  });
  expect(statSync(join(folder, "wpe0-old.log")).ino).toBe(ino);
  expect(readFileSync(join(folder, "wpe0-old.log"), "utf8")).toBe("");
});
