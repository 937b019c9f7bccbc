import { afterAll, expect } from "vitest";
import type { Table } from "#shared/ports/table.ts";
import { statusDocument } from "#shared/system/status-page/page.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

/** Number of store calls made by a view. */
let asked = 0;
const counted = (table: Table): Table => ({
  ...table,
  get: (key) => {
    asked += 1;
    return table.get(key);
  },
  put: (put, condition) => {
    asked += 1;
    return table.put(put, condition);
  },
});
const service = await testService({ decorate: (platform) => ({ ...platform, table: counted(platform.table) }) });
afterAll(() => service.stop());

const settingsPath = "/svc/api/settings/status-page";
const off = { isOn: false, title: "", files: [], schedules: [], notices: [] };
const set = (more: object) => service.admin("PUT", settingsPath, { ...off, isOn: true, ...more });
const status = async () => (await service.raw("GET", "/svc/api/status")).body.response;
const page = () => service.raw("GET", "/svc/status");

verifies("system:status:off", async () => {
  const nowhere = await service.raw("GET", "/svc/api/settings/nowhere");
  for (const path of ["/svc/status", "/svc/api/status"]) {
    const answer = await service.raw("GET", path);
    expect([answer.status, path]).toEqual([404, path]);
  }
  expect(await service.raw("GET", "/svc/api/status")).toRefuseWith("route_not_found");
  expect((await service.raw("GET", "/svc/api/status")).body).toEqual(nowhere.body);
  expect((await service.admin("GET", settingsPath)).body.response).toEqual({ ...off, version: 0 });
});

verifies("system:status:shows", async () => {
  await service.anAdminKey();
  const schedule = await service.admin("POST", "/svc/api/schedules", {
    name: "Nightly build",
    timing: { kind: "repeating", cron: "30 2 * * *", timeZone: "UTC" },
    action: { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts" }] } },
  });
  const { id, next_at: nextAt } = schedule.body.response.schedule;
  const at = (hours: number) => new Date(service.clock.now() + hours * 3_600_000).toISOString();
  const notices = [
    { text: "New <machine> & more", startsAt: at(100), endsAt: at(102) },
    { text: "Long over", startsAt: at(-5), endsAt: at(-4) },
  ];
  expect(
    await set({ title: "Acme's files", files: ["Contacts", "Nowhere.fmp12"], schedules: [id, 999], notices }),
  ).toSucceed();
  const seen = await status();
  expect(seen).toMatchObject({
    title: "Acme's files",
    server: "running",
    files: [
      { name: "Contacts", state: "open" },
      { name: "Nowhere", state: "closed" },
    ],
    incident: null,
  });
  expect(seen.planned).toEqual([
    { text: "Nightly build", startsAt: nextAt ?? expect.any(String), endsAt: null },
    notices[0],
  ]);
  const { text, headers } = await page();
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers["cache-control"]).toBe("private, max-age=10");
  expect(text).toContain("<dt>Contacts</dt><dd>Open</dd>");
  expect(text).toContain("New &lt;machine&gt; &amp; more");
  expect(text).toContain("Nightly build");
  // No other file, and no account.
  const { databases } = (await service.admin("GET", "/svc/api/databases")).body.response;
  const others = databases.map((one: { filename: string }) => one.filename.replace(".fmp12", ""));
  for (const name of [...others.filter((one: string) => one !== "Contacts"), "admin"])
    expect(text, name).not.toContain(name);
  expect((await service.raw("HEAD", "/svc/status")).status).toBe(200);
});

verifies("system:status:held", async () => {
  await set({ files: ["Contacts"] });
  await status();
  await service.settle();
  const [stored, server] = [asked, service.sandbox.counters.adminCalls];
  const cookie = { headers: { Cookie: "latchkey=us_0000" } };
  for (let view = 0; view < 50; view += 1) expect((await service.raw("GET", "/svc/status", cookie)).status).toBe(200);
  await service.settle();
  expect(asked).toBe(stored);
  expect(service.sandbox.counters.adminCalls).toBe(server);
  await service.turn(16_000);
  await service.admin("POST", "/svc/api/fm-file/close", { files: ["Contacts.fmp12"], force: true });
  expect((await status()).files).toEqual([{ name: "Contacts", state: "closed" }]);
});

verifies(
  "system:status:held",
  "processes share their latest findings, and changed settings apply immediately",
  async () => {
    await set({ title: "First" });
    expect((await status()).title).toBe("First");
    await service.restart();
    const before = service.sandbox.counters.adminCalls;
    expect((await status()).title).toBe("First");
    expect(service.sandbox.counters.adminCalls).toBe(before);
    await set({ title: "Second" });
    expect((await status()).title).toBe("Second");
    expect(await service.admin("PUT", settingsPath, { ...off, version: 0 })).toRefuseWith("settings_changed");
  },
);

verifies("system:status:shows", "a server that isn't running, and since when", () => {
  const shown = {
    title: "",
    server: "away" as const,
    files: [{ name: "Contacts", state: "closed" as const }],
    planned: [],
    seenAt: "2026-11-26T09:00:00.000Z",
  };
  const startedAt = "2026-11-26T08:40:00.000Z";
  const goesOn = statusDocument({ ...shown, incident: { startedAt, endedAt: null } }, false);
  expect(goesOn.html).toContain("FileMaker Server isn't running right now.");
  expect(goesOn.html).toContain("Ongoing.");
  expect(goesOn.html).not.toContain("<h2>Planned");
  const over = statusDocument({ ...shown, incident: { startedAt, endedAt: shown.seenAt } }, false);
  expect(over.html).toContain(
    '08:40 UTC</time></dt><dd>FileMaker Server was unavailable. FileMaker Server was available again at <time datetime="2026-11-26T09:00:00.000Z">2026-11-26 09:00 UTC</time>.',
  );
});
