import { afterAll, expect } from "vitest";
import type { LogRecord } from "#shared/logs/contract.ts";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const host = aHost();
const service = await testService();
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const key = await service.anAdminKey();
const asked = (query: string) => service.raw("GET", `/svc/api/logs/search?${query}`, { key });
const search = async (query: string) => {
  const answer = await asked(query);
  expect(answer).toSucceed();
  return answer.body.response;
};
const texts = (records: readonly LogRecord[]) => records.map(({ columns: { Message } }) => Message);

const line = (second: number, level: string, text: string) =>
  `2026-10-01 02:00:${String(second).padStart(2, "0")}.000 +0000\t${level}\t1\tfms\t${text}\n`;
// Even seconds in one log, odd seconds in the other. Every fifth line is an error.
const lines = Array.from({ length: 40 }, (_, second) =>
  line(second, second % 5 === 0 ? "Error" : "Information", `${second}`),
);
host.write("Logs/Event-old.log", lines.filter((_, second) => second % 2 === 0).join(""));
host.write("Logs/Access-old.log", lines.filter((_, second) => second % 2 === 1).join(""));
const old = "names=Event-old.log,Access-old.log";

verifies("logs:search:all", async () => {
  const night = "from=2026-10-01T02:00:08.000Z&to=2026-10-01T02:00:30.000Z";
  const { records, searched, before, problem } = await search(`${night}&levels=error`);
  expect(texts(records)).toEqual(["25", "20", "15", "10"]);
  expect(records[0]).toMatchObject({ log: "Access-old.log", level: "error", time: "2026-10-01T02:00:25.000Z" });
  expect(searched).toEqual(expect.arrayContaining(["Access-old.log", "Event-old.log", "svc-info.log"]));
  expect([before, problem]).toEqual([null, null]);
});

verifies("logs:search:all", "pages have every record once", async () => {
  const all: string[] = [];
  let to = "2026-10-01T02:00:37.000Z";
  for (let page = 0; ; page += 1) {
    expect(page).toBeLessThan(37);
    const { records, before } = await search(`${old}&limit=5&to=${to}`);
    expect(records.length).toBeLessThanOrEqual(5);
    all.push(...(texts(records) as string[]));
    if (before === null) break;
    expect(before < to).toBe(true);
    to = before;
  }
  expect(all).toEqual(Array.from({ length: 37 }, (_, index) => `${36 - index}`));
});

verifies("logs:search:all", "more records of one millisecond than a page holds don't stop it", async () => {
  host.write("Logs/Access.log", `${line(1, "Error", "before")}${line(2, "Error", "burst").repeat(9)}`);
  const burst = await search("names=Access.log&limit=4");
  expect(texts(burst.records)).toEqual(["burst", "burst", "burst", "burst"]);
  expect(texts((await search(`names=Access.log&limit=4&to=${burst.before}`)).records)).toEqual(["before"]);
});

verifies("logs:search:all", "a log that can't be read is named, and an invalid pattern is refused", async () => {
  const { records, searched, unread } = await search("names=Event-old.log,Nothing.log&text=38");
  expect(texts(records)).toEqual(["38"]);
  expect(searched).toEqual(["Event-old.log"]);
  expect(unread).toEqual([{ log: "Nothing.log", error: "log_not_found", text: expect.any(String) }]);
  expect(await asked("text=(&isPattern=true")).toRefuseWith("log_pattern_refused");
});
