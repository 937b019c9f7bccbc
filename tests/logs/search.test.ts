import { afterAll, expect, test } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const logs = memoryLogs();
let now = 0;
const serviceLogs = fileLogBackend(logs, { now: () => now, sleep: () => Promise.resolve() });
const service = await testService({ decorate: (platform) => ({ ...platform, serviceLogs }) });
afterAll(() => service.stop());

const name = "svc-error.log";
const record = (second: number, fields: object) =>
  `${JSON.stringify({ time: new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString(), ...fields })}\n`;
logs.write(
  name,
  [
    record(0, { level: "info", text: "started" }),
    record(1, { level: "warning", text: "Straße (a.b) slow" }),
    record(2, { level: "error", text: "broke", detail: "at once" }),
    "  at first place\n  at second place\n",
    record(3, { level: "info", text: "axb went on" }),
    record(4, { level: "error", text: "BROKE again" }),
  ].join(""),
);

const search = (query: Readonly<Record<string, string>>) =>
  service.admin("GET", `/svc/api/logs/${name}/search?${new URLSearchParams(query)}`);
const found = async (query: Readonly<Record<string, string>>) => {
  const answer = await search(query);
  expect(answer, JSON.stringify(query)).toSucceed();
  return answer.body.response.records.map(({ columns }: { columns: { text: string } }) => columns.text);
};

verifies("logs:search:pattern", async () => {
  expect(await found({ text: "a.b" })).toEqual(["Straße (a.b) slow"]);
  expect(await found({ text: "a.b", isPattern: "true" })).toEqual(["axb went on", "Straße (a.b) slow"]);
  expect(await found({ text: "^.*(broke|started)", isPattern: "true" })).toEqual(["BROKE again", "broke", "started"]);
  expect(await found({ text: "broke", isPattern: "true", isCaseSensitive: "true" })).toEqual(["broke"]);
});

verifies("logs:search:pattern", "case matters on request, in any alphabet", async () => {
  expect(await found({ text: "BROKE" })).toEqual(["BROKE again", "broke"]);
  expect(await found({ text: "BROKE", isCaseSensitive: "true" })).toEqual(["BROKE again"]);
  expect(await found({ text: "straße" })).toEqual(["Straße (a.b) slow"]);
  expect(await found({ text: "straße", isCaseSensitive: "true" })).toEqual([]);
});

verifies("logs:search:pattern", "a pattern that RE2 doesn't support is rejected", async () => {
  for (const text of ["(", "(a)\\1", "(?=a)", "a{1001}", "["])
    expect(await search({ text, isPattern: "true" }), text).toRefuseWith("log_pattern_refused");
  expect(await search({ text: "x".repeat(201) })).toRefuseWith("input_invalid");
  expect(await search({ text: "x".repeat(200) })).toSucceed();
});

verifies("logs:search:filters", async () => {
  expect(await found({ levels: "error" })).toEqual(["BROKE again", "broke"]);
  expect(await found({ levels: "warning,error", exclude: "again" })).toEqual(["broke", "Straße (a.b) slow"]);
  expect(await found({ text: "broke", exclude: "second place" })).toEqual(["BROKE again"]);
  for (const levels of ["loud", "error,", ""]) expect(await search({ levels }), levels).toRefuseWith("input_invalid");
});

verifies("logs:search:time", async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();
  expect(await found({ from: at(1), to: at(3) })).toEqual(["broke", "Straße (a.b) slow"]);
  expect(await found({ from: at(3) })).toEqual(["BROKE again", "axb went on"]);
  expect(await found({ to: at(1) })).toEqual(["started"]);
  expect(await search({ from: "yesterday" })).toRefuseWith("input_invalid");
});

test("text in a continuation line finds the record, with all its lines", async () => {
  const { records } = (await search({ text: "second place" })).body.response;
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    log: name,
    columns: { text: "broke" },
    more: ["  at first place", "  at second place"],
    level: "error",
  });
});

verifies("logs:search:budget", async () => {
  const size = 3 * 1024 * 1024;
  logs.write("svc-debug.log", record(0, { text: "first" }).repeat(Math.ceil(size / 60)));
  logs.onRead = () => {
    now += 500;
  };
  const path = "/svc/api/logs/svc-debug.log/search?text=n.thing&isPattern=true";
  const partial = (await service.admin("GET", path)).body.response;
  logs.onRead = () => undefined;
  expect(partial).toMatchObject({ records: [], isPartial: true, isRotated: false });
  expect(partial.scannedBytes).toBeLessThan(partial.sizeBytes);
  const rest = (await service.admin("GET", `${path}&cursor=${encodeURIComponent(partial.cursor)}`)).body.response;
  expect(rest).toMatchObject({ records: [], isPartial: false, cursor: null });
  expect(rest.scannedBytes + partial.scannedBytes).toBe(partial.sizeBytes);
});

verifies("logs:cursor:survives", async () => {
  logs.write(
    "svc-info.log",
    range(0, 10)
      .map((number) => record(number, { text: `n${number}` }))
      .join(""),
  );
  const at = (cursor: string | null) =>
    service.admin("GET", `/svc/api/logs/svc-info.log/search?text=n&limit=4&cursor=${encodeURIComponent(cursor ?? "")}`);
  const first = (await service.admin("GET", "/svc/api/logs/svc-info.log/search?text=n&limit=4")).body.response;
  logs.append("svc-info.log", record(20, { text: "n20" }));
  const second = (await at(first.cursor)).body.response;
  const texts = (page: { records: { columns: { text: string } }[] }) => page.records.map(({ columns }) => columns.text);
  expect(texts(first)).toEqual(["n9", "n8", "n7", "n6"]);
  expect(texts(second)).toEqual(["n5", "n4", "n3", "n2"]);
  expect(second.isRotated).toBe(false);
  logs.rotate("svc-info.log");
  logs.append("svc-info.log", record(30, { text: "n30" }));
  expect((await at(second.cursor)).body.response).toMatchObject({
    isRotated: true,
    records: [{ columns: { text: "n30" } }],
  });
  for (const cursor of ["nonsense", btoa("[1]"), btoa('["a",-1,0,""]')])
    expect(await at(cursor), cursor).toRefuseWith("input_invalid");
});

verifies("logs:cursor:survives", "a log that was cleared and has grown again is another one", async () => {
  logs.write("svc-info.log", record(0, { text: "old" }).repeat(10));
  const path = "/svc/api/logs/svc-info.log/lines";
  const before = (await service.admin("GET", path)).body.response;
  await service.admin("DELETE", "/svc/api/server-info/logs/clear/svc-info.log");
  logs.append("svc-info.log", record(1, { text: "new" }).repeat(30));
  const after = (await service.admin("GET", `${path}?after=${encodeURIComponent(before.after)}`)).body.response;
  expect(after.isRotated).toBe(true);
  expect(after.lines).toHaveLength(30);
  expect(after.lines[29]).toMatchObject({ number: 29, columns: { text: "new" } });
});

function range(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

verifies("logs:search:counted", async () => {
  const count = async (query: Readonly<Record<string, string>>) =>
    service.admin("GET", `/svc/api/logs/${name}/count?${new URLSearchParams(query)}`);
  expect((await count({ text: "broke" })).body.response).toEqual({ count: 2, cursor: null });
  expect((await count({ levels: "warning,error", exclude: "again" })).body.response).toEqual({
    count: 2,
    cursor: null,
  });
  expect(await count({ text: "(", isPattern: "true" })).toRefuseWith("log_pattern_refused");
});

verifies("logs:search:counted", "matches beyond one request's limit are counted by the next", async () => {
  const long = "svc-info.log";
  logs.write(long, Array.from({ length: 2_300 }, (_, second) => record(second, { text: "counted" })).join(""));
  const counts: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = new URLSearchParams({ text: "counted", ...(cursor && { cursor }) });
    const { body } = await service.admin("GET", `/svc/api/logs/${long}/count?${query}`);
    counts.push(body.response.count);
    cursor = body.response.cursor;
  }
  expect(counts.length).toBeGreaterThan(1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(1_000);
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(2_300);
});
