import { expect } from "vitest";
import { offsiteSchedules } from "#shared/backups/schedules/contract.ts";
import { statistics } from "#shared/usage/statistics/contract.ts";
import { finalProcess } from "../../processes/support/final-process.ts";
import { recordsPath } from "../../support/http/records-path.ts";
import type { TestService } from "../../support/test-service.ts";
import { nextMinute } from "../../usage/support/figures.ts";
import { type AnyPage, isFocused, isReachable, shows, tabTo, until } from "./by-keyboard.ts";
import { layoutFaults } from "./layout-facts.ts";

/** Checks the displayed page as axe does, in the current color mode. */
export type Findings = (page: AnyPage) => Promise<readonly string[]>;

/** Makes calls with a key, one of them rejected, and creates a job and a notification destination. */
export async function populatedCharts(service: TestService): Promise<void> {
  // The browser has the machine's time. A chart of a day has one step per ten minutes, and a new step has no value yet.
  const now = Date.now();
  service.clock.jump(now - (now % 600_000) - service.clock.now());
  const key = await service.aKey({ label: "Web shop", databases: ["Contacts"] });
  for (let call = 0; call < 3; call += 1) await service.raw("GET", recordsPath("Contacts.fmp12"), { key });
  await service.raw("GET", recordsPath("Private"), { key });
  const { body } = await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
  await finalProcess(service, body.response.processId);
  await service.admin("POST", "/svc/api/notifications/destinations", {
    ...{ label: "On call", minimumSeverity: "error" },
    target: { type: "slack", channelUrl: "https://hooks.slack.com/services/T0/B0/channel" },
  });
  await nextMinute(service);
}

const at = "/svc/api/settings/offsite/schedules";
const [schedule] = offsiteSchedules.listOffsiteSchedules.example.output.schedules;
const [run] = offsiteSchedules.listOffsiteRuns.example.output.runs;
const dayMs = 86_400_000;
const runs = Array.from({ length: 30 }, (_, place) => ({
  ...run,
  process_id: 1,
  id: place,
  started_at: new Date(Date.parse("2026-11-19T22:00:00.000Z") - place * dayMs).toISOString(),
  ended_at: new Date(Date.parse("2026-11-19T22:04:00.000Z") - place * dayMs + (place % 7) * 20_000).toISOString(),
  ...(place % 9 === 1 && { state: "failed", reason: "The location did not answer." }),
  bytes: 8_000_000_000 - place * 100_000_000,
}));
const wave = (top: number) => Array.from({ length: 72 }, (_, step) => top * (1 + Math.sin(step / 6)));
const read = (metric: string, unit: string, values: readonly number[], labels = {}) => ({
  ...{ metric, unit, labels, statistic: "average", total: values.at(-1), values },
});
const figures = {
  ...statistics.getStatistics.example.output,
  series: [
    read("clients", "clients", wave(12)),
    ...["databases", "backups"].map((folder, place) => read("hostDisk", "percent", wave(20 + 9 * place), { folder })),
    ...["elapsedPerCall", "waitPerCall", "ioPerCall"].map((name, place) => read(name, "milliseconds", wave(3 + place))),
    ...["hostProcessor", "hostMemory"].map((name, place) => read(name, "percent", wave(20 + 20 * place))),
    read("remoteCalls", "callsPerSecond", wave(40)),
  ],
};
const answers: Readonly<Record<string, object>> = {
  [at]: { schedules: [{ ...schedule, databases: ["Contacts.fmp12"] }] },
  [`${at}/Daily/runs`]: { runs: runs.map(({ id, ...each }) => ({ ...each, process_id: 100 + id })), cursor: null },
  "/svc/api/statistics": figures,
  "/svc/api/statistics/state": statistics.getStatisticsState.example.output,
  "/svc/api/statistics/top-calls": statistics.getTopCalls.example.output,
};

/**
 * Script text that runs before the page's own scripts: adds server statistics and a month of offsite runs, which need an agent, and lets
 * the test set the preferred color scheme, because one of the browsers has no such setting.
 */
export const beforeCharts = `{
  const answers = ${JSON.stringify(answers)};
  const ask = window.fetch;
  window.fetch = async (url, options = {}) => {
    const known = (options.method ?? "GET") === "GET" && answers[new URL(url, location.href).pathname];
    return known ? Response.json({ messages: [{ code: 0, text: "OK" }], response: known }) : ask(url, options);
  };
  const match = window.matchMedia.bind(window);
  const dark = Object.assign(new EventTarget(), { matches: false });
  window.matchMedia = (query) => (query.includes("color-scheme: dark") ? dark : match(query));
  window.preferDark = (is) => {
    dark.matches = is;
    dark.dispatchEvent(new Event("change"));
  };
}`;

/** Pages with charts, a text that appears with them, and the charts that can be read by keyboard. */
export const chartPages = [
  ["Home", "/", "Week ago", ["Calls", "Time to first byte", "Errors", "Clients"]],
  ["a key's page", "/keys/1", "Latest calls", ["Calls", "Time to first byte", "Errors"]],
  ["a file's page", "/files/Contacts.fmp12?tab=usage", "Usage", ["Calls", "Time to first byte"]],
  ["the server's page", "/settings/server", "Slowest calls", ["Clients", "Host machine"]],
  ["offsite backups", "/backups", "Last copy", []],
  ["an offsite schedule", "/backups/Daily", "Storage format", []],
  ["databases with their last copies", "/files", "Contacts.fmp12", []],
  ["alerts", "/alerts", "Rules", []],
] as const;

/** Expects that a page with charts is accessible in both modes, fits a phone, and that each chart can be read by keyboard. */
export async function chartPageHolds(
  page: AnyPage,
  [, address, text, charts]: (typeof chartPages)[number],
  findings: Findings,
): Promise<void> {
  await page.open(address);
  await until(page, shows(text, "main"));
  for (const chart of charts) {
    await until(page, isReachable(chart));
    await tabTo(page, chart);
    await page.press("End");
    await page.press("ArrowLeft");
    const status = `document.activeElement.closest("figure").querySelector("[role=status]").textContent`;
    await until(page, `/\\d\\d:\\d\\d.*, /.test(${status})`);
    expect(await page.evaluate(isFocused(chart))).toBe(true);
  }
  // Content covered by the sticky page header counts as smaller than it is.
  await page.evaluate("scrollTo(0, 0)");
  for (const dark of [false, true]) {
    await page.evaluate(`window.preferDark(${dark})`);
    await until(page, `document.documentElement.dataset.mode === "${dark ? "dark" : "light"}"`);
    expect(await findings(page), dark ? "dark" : "light").toEqual([]);
  }
  await page.evaluate("window.preferDark(false)");
  for (const [width, height] of [
    [390, 844],
    [1_280, 800],
  ] as const) {
    await page.resize(width, height);
    await expect.poll(() => layoutFaults(page), { message: `${width} px wide` }).toEqual([]);
  }
}

/** Reads the strip of an offsite schedule's runs by keyboard, and opens the run. */
export async function stripByKeyboard(page: AnyPage): Promise<void> {
  await page.open("/backups");
  await until(page, shows("Daily", "main tbody"));
  await tabTo(page, "Daily: ");
  const current = `document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).textContent`;
  await until(page, `/: Done$/.test(${current})`);
  await page.press("ArrowLeft");
  await until(page, `/: Failed: The location did not answer\\.$/.test(${current})`);
  await until(page, shows(": Failed: The location did not answer.", "main tbody"));
  await page.press("Enter");
  await until(page, `location.hash === "#/processes/101"`);
}
