import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { statsHeader, statsLine, topCallHeader, topCallLine } from "./support/statistics-lines.ts";

const minute = 60_000;
const service = await testService();
const host = aHost();
/** Arguments of fmsadmin calls, one call per line. */
const asked = join(host.path, "asked.txt");
host.fmsadmin(`import { appendFileSync } from "node:fs";
appendFileSync(${JSON.stringify(asked)}, process.argv.slice(2).join(" ") + "\\n");`);
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const at = "/svc/api/statistics";
const stamp = (moment: number) => new Date(moment).toISOString().replace("T", " ").replace("Z", " +0000");
const write = (name: string, header: string, lines: readonly string[]) => {
  const path = join(host.path, "Logs", name);
  if (!existsSync(path)) host.write(`Logs/${name}`, `${header}\n`);
  appendFileSync(path, lines.map((line) => `${line}\n`).join(""));
};
const cacheHits = (moment: number, ...hits: readonly number[]) =>
  write(
    "Stats.log",
    statsHeader,
    hits.map((hit, place) =>
      statsLine(stamp(moment + place * 20_000), [1, 1, 1, 1, hit, 0, 4, 2, 0, 0, 1, 9, 1, 800, 20, 10, 2]),
    ),
  );
const switches = () => (existsSync(asked) ? readFileSync(asked, "utf8").trim().split("\n") : []);
const state = async () => (await service.admin("GET", `${at}/state`)).body.response;
/** Turns the clock until statistics are read up to this time. The agent's link stays open meanwhile. */
const readTo = async (moment: number) => {
  for (;;) {
    const { readTo: reached } = await state();
    if (reached !== null && Date.parse(reached) >= moment) return;
    await service.turn(20_000);
    await service.clock.sleep(20);
  }
};
const read = async (query: Readonly<Record<string, string | number>>) => {
  const { status, body } = await service.admin(
    "GET",
    `${at}?${new URLSearchParams({ step: "60", ...query } as never)}`,
  );
  expect(status).toBe(200);
  return body.response;
};
const minuteOf = (moment: number) => moment - (moment % minute);

verifies("usage:statistics:series", async () => {
  expect(await state()).toMatchObject({ server: false, topCalls: false, readTo: null });
  const first = minuteOf(service.clock.now()) + 2 * minute;
  // A minute before enabling is read too, and one has no data.
  cacheHits(first - 5 * minute, 90, 94);
  cacheHits(first, 99, 97, 95);
  cacheHits(first + 2 * minute, 50);
  const changed = await service.admin("PUT", `${at}/state`, { server: true });
  expect([changed.status, changed.body.response?.server]).toEqual([200, true]);
  expect(switches()).toEqual(["enable serverstats -y"]);
  await readTo(first + 3 * minute);
  const range = { from: new Date(first - 5 * minute).toISOString(), to: new Date(first + 3 * minute).toISOString() };
  const { series } = await read({ ...range, metrics: "cacheHit,clients,elapsedPerCall" });
  const values = (metric: string, statistic: string) =>
    series.find((one: Record<string, string>) => one.metric === metric && one.statistic === statistic);
  expect(values("cacheHit", "average")).toMatchObject({
    unit: "percent",
    values: [92, null, null, null, null, 97, null, 50],
  });
  expect(values("cacheHit", "least").values).toEqual([90, null, null, null, null, 95, null, 50]);
  expect(values("clients", "most")).toMatchObject({ unit: "clients", total: 7 });
  expect(values("elapsedPerCall", "average")).toMatchObject({ unit: "milliseconds", total: 0.8 });
  // The machine's metrics are read with it.
  const own = await read({ metrics: "hostMemory,hostDiskFree", from: range.from });
  const disks = own.series.filter(
    ({ metric, statistic }: Record<string, string>) => metric === "hostDiskFree" && statistic === "least",
  );
  expect(disks.map(({ labels }: { labels: object }) => labels)).toContainEqual({ folder: "databases" });
  for (const { total } of disks) expect(total).toBeGreaterThan(0);
  const [memory] = own.series;
  expect(memory.total).toBeGreaterThan(0);
  expect(memory.total).toBeLessThanOrEqual(100);
  // An hour is aggregated from its minutes.
  const hourly = await read({ metrics: "cacheHit", from: range.from, to: range.to, step: 3600 });
  expect(hourly.series[0].total).toBe(87.5);
  const table = await service.raw("GET", `${at}?metrics=cacheHit&step=60&from=${range.from}&to=${range.to}`, {
    headers: { Authorization: `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`, Accept: "text/csv" },
  });
  expect(table.text.split("\r\n")[1]).toBe(`${range.from},92,90,94`);
  const refused = await service.admin("GET", `${at}?metrics=calls`);
  expect(refused.status).toBe(400);
});

verifies("usage:statistics:scraped", async () => {
  const now = minuteOf(service.clock.now());
  // The same value for every minute, whenever it is scraped.
  for (let ahead = 0; ahead < 600; ahead += 1) cacheHits(now + ahead * minute, 80);
  await readTo(now + 2 * minute);
  const { value } = (await service.admin("POST", "/svc/api/metrics-token", {})).body.response;
  const scraped = async () =>
    (await service.raw("GET", "/svc/metrics", { headers: { Authorization: `Bearer ${value}` } })).text;
  let text = await scraped();
  // On a busy machine the turned clock runs ahead of the agent, and old readings aren't shown: it gets time to catch up.
  while (!text.includes("latchkey_cache_hit_ratio ")) {
    await service.turn(10_000);
    await service.clock.sleep(500);
    text = await scraped();
  }
  const lines = text.split("\n");
  expect(lines).toContain("latchkey_cache_hit_ratio 0.8");
  expect(lines).toContain("latchkey_remote_calls_per_second 9");
  expect(lines).toContain("latchkey_elapsed_per_call_seconds 0.0008");
  expect(text).toMatch(/^latchkey_host_disk_free_bytes\{folder="databases"\} \d+/m);
});

verifies("usage:top-calls:read", async () => {
  const now = minuteOf(service.clock.now());
  const call = (start: number, total: number, target: string) =>
    topCallLine(stamp(now), {
      start,
      end: start + total,
      total,
      wait: 0,
      io: 0,
      operation: "Find",
      target,
      client: "Jo",
    });
  // Rotated logs are read, too.
  write("TopCallStats-old.log", topCallHeader, [call(5_000, 8, "Orders::Invoices")]);
  write("TopCallStats.log", topCallHeader, [call(5_010, 12, "Orders::Invoices"), call(5_030, 3, "Contacts::List")]);
  const query = `from=${new Date(now).toISOString()}&to=${new Date(now + 1_000).toISOString()}`;
  const { body } = await service.admin("GET", `${at}/top-calls?${query}&by=layout&top=2`);
  expect(body.response).toMatchObject({ callCount: 3, groupCount: 2, isPartial: false });
  expect(body.response.calls.map(({ elapsedMs, file }: Record<string, unknown>) => [elapsedMs, file])).toEqual([
    [12_000, "Orders"],
    [8_000, "Orders"],
  ]);
  expect(body.response.groups[0]).toMatchObject({ name: "Invoices", file: "Orders", calls: 2, elapsedMs: 20_000 });
  const turned = await service.admin(
    "GET",
    `${at}/top-calls?from=2026-11-20T09:00:00.000Z&to=2026-11-20T08:00:00.000Z`,
  );
  expect([turned.status, turned.body.messages[0].code]).toEqual([400, 19900]);
  await agent.stop();
  await expect.poll(async () => (await service.admin("GET", `${at}/top-calls`)).status).toBe(503);
});

verifies("usage:statistics:refused", async () => {
  const before = await state();
  const answer = await service.admin("PUT", `${at}/state`, { topCalls: true });
  expect(answer.status).toBe(503);
  expect(await state()).toEqual({ ...before, topCalls: false });
});
