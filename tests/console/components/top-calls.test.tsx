import { afterEach, expect, vi } from "vitest";
import { queryClient } from "../../../console/src/api/query.ts";
import TopCallsPanel from "../../../console/src/features/usage/top-calls-panel.tsx";
import { statistics } from "../../../shared/usage/statistics/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

const off = { ...statistics.getStatisticsState.example.output, topCalls: false, lastTopCallLineAt: null };
const found = statistics.getTopCalls.example.output;
const state = "/svc/api/statistics/state";

verifies("usage:console:top-calls", "one click turns on slowest calls, next to a note about their cost", async () => {
  const answers: Record<string, object> = {
    [`GET ${state}`]: off,
    [`PUT ${state}`]: { ...off, topCalls: true },
    "GET /svc/api/statistics/top-calls": { ...found, calls: [], groups: [], callCount: 0, groupCount: 0 },
  };
  const changes = answering(answers);
  const page = await shown(<TopCallsPanel />, queryClient);
  await expect
    .element(page.getByText(/Its cost isn't published\. It writes up to 25 lines.*72,000 a day/))
    .toBeVisible();
  await expect.element(page.getByText(/client names \(personal data\)/)).toBeVisible();
  answers[`GET ${state}`] = { ...off, topCalls: true };
  await page.getByRole("button", { name: "Turn on slowest calls" }).click();
  await expect.element(page.getByText(/^Recording is on/)).toBeVisible();
  expect(changes).toEqual([{ call: `PUT ${state}`, body: { topCalls: true } }]);
  answers[`GET ${state}`] = off;
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect.element(page.getByRole("button", { name: "Turn on slowest calls" })).toBeVisible();
  expect(changes.at(-1)).toEqual({ call: `PUT ${state}`, body: { topCalls: false } });
});

verifies(
  "usage:console:top-calls",
  "slowest calls are shown by file, table, layout, and client, and individually",
  async () => {
    answering({
      [`GET ${state}`]: statistics.getStatisticsState.example.output,
      "GET /svc/api/statistics/top-calls": { ...found, callCount: 41, groupCount: 3 },
    });
    const asked = vi.mocked(window.fetch);
    const page = await shown(<TopCallsPanel />, queryClient);
    const cells = () =>
      page
        .getByRole("cell")
        .all()
        .map((cell) => cell.element().textContent);
    await expect
      .poll(cells)
      .toEqual(["List in Contacts", "14", "1 min 34 s", "1 min 1 s", "310 ms", "1 min 1 s", "895.6 KB"]);
    await expect.element(page.getByText("41 calls in total")).toBeVisible();
    await expect.element(page.getByText("1 of 3")).toBeVisible();
    for (const name of ["Table", "Layout", "Client"]) {
      await page.getByText(name, { exact: true }).first().click();
      await expect.poll(() => String(asked.mock.lastCall?.[0])).toContain(`by=${name.toLowerCase()}`);
      await expect.element(page.getByRole("columnheader", { name })).toBeVisible();
    }
    await page.getByText("Each call").click();
    await expect.poll(cells).toContain("Find Contacts::List");
    await expect.poll(cells).toContain("Jo (mac-12) [10.0.0.5]");
    expect(String(asked.mock.lastCall?.[0])).not.toContain("by=");
  },
);
