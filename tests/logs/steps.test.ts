import { afterAll, expect } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const logs = memoryLogs();
const serviceLogs = fileLogBackend(logs, { now: () => 0, sleep: () => Promise.resolve() });
const host = aHost();
const service = await testService({ decorate: (platform) => ({ ...platform, serviceLogs }) });
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const record = (second: number, level: string) =>
  `2026-11-20 09:00:0${second}.000 +0000\t${level}\t701\tfms\trecord ${second}\nmore of ${second}\n`;
const text = [record(0, "Error"), record(1, "Information"), record(2, "Error"), record(3, "Information")].join("");
host.write("Logs/Event-old.log", text);
const offsetOf = (second: number) => text.indexOf(record(second, second % 2 === 0 ? "Error" : "Information"));

const read = async (path: string, query: Readonly<Record<string, string | number>>) => {
  const given = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await service.admin("GET", `/svc/api/logs/${path}?${given}`);
  expect(answer, String(given)).toSucceed();
  return answer.body.response;
};
const found = async (query: Readonly<Record<string, string | number>>) =>
  (await read("Event-old.log/search", { levels: "error", ...query })).records.map(
    ({ offset }: { offset: number }) => offset,
  );

verifies("logs:search:step", "the next matching record, and the previous one", async () => {
  expect(await found({ limit: 1, offset: offsetOf(1), order: "oldest" })).toEqual([offsetOf(2)]);
  expect(await found({ limit: 1, offset: offsetOf(1) })).toEqual([offsetOf(0)]);
  expect(await found({ limit: 1, offset: offsetOf(2), order: "oldest" })).toEqual([]);
  expect(await found({ limit: 1, offset: offsetOf(0) })).toEqual([]);
  expect(await found({ offset: offsetOf(0) + 10, order: "oldest" })).toEqual([offsetOf(2)]);
});

verifies("logs:search:step", "a search from the oldest continues with its cursor", async () => {
  const first = await read("Event-old.log/search", { text: "record", order: "oldest", limit: 3 });
  expect(first.records.map(({ offset }: { offset: number }) => offset)).toEqual([0, offsetOf(1), offsetOf(2)]);
  const rest = await read("Event-old.log/search", { text: "record", order: "oldest", limit: 3, cursor: first.cursor });
  expect(rest.records.map(({ offset }: { offset: number }) => offset)).toEqual([offsetOf(3)]);
  expect(rest.cursor).toBeNull();
});

verifies("logs:search:step", "the line at a position, with its number", async () => {
  for (const [offset, number] of [
    [0, 0],
    [offsetOf(1), 2],
    [offsetOf(1) + 5, 2],
    [offsetOf(2) - 1, 3],
  ] as const) {
    const { lines } = await read("Event-old.log/lines", { offset, count: 1 });
    expect(lines, String(offset)).toMatchObject([{ number }]);
  }
  expect((await read("Event-old.log/lines", { offset: 10_000, count: 1 })).lines).toEqual([]);
});

verifies("logs:search:step", "in a log of long lines too", async () => {
  const long = (place: number) =>
    `{"time":"2026-11-20T09:00:0${place}.000Z","number":${place},"x":"${"x".repeat(90_000)}"}\n`;
  logs.write("svc-info.log", Array.from({ length: 5 }, (_, place) => long(place)).join(""));
  const offsets: number[] = [];
  for (let offset = -1; ; ) {
    const page = await read("svc-info.log/search", { order: "oldest", limit: 1, ...(offset >= 0 && { offset }) });
    const [next] = page.records;
    if (next === undefined) break;
    offset = next.offset;
    offsets.push(offset);
    const { lines } = await read("svc-info.log/lines", { offset: offset + 80_000, count: 1 });
    expect(lines).toMatchObject([{ offset, number: offsets.length - 1 }]);
  }
  expect(offsets).toEqual([0, 1, 2, 3, 4].map((place) => place * long(0).length));
});
