import { afterEach, expect, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import ServerStatistics from "../../../console/src/features/usage/server-statistics.tsx";
import type { ChartData } from "../../../console/src/ui/charts/chart-data.ts";
import { TimeChart } from "../../../console/src/ui/charts/time-chart.tsx";
import { statistics } from "../../../shared/usage/statistics/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const minuteMs = 60_000;
const from = Date.UTC(2026, 10, 20, 9);
const form = { format: (value: number) => `${value} calls`, leastStep: 1 };
const data: ChartData = {
  from,
  stepMs: minuteMs,
  countedTo: from + 4 * minuteMs,
  series: [
    { name: "Answered", values: [5, 6, null, 8, 1], total: 20, look: 0 },
    { name: "Refused", values: [0, 1, null, 2, 0], total: 3, look: 3 },
  ],
  gaps: [{ from: from + 2 * minuteMs, to: from + 3 * minuteMs, text: "Nobody counted." }],
  marks: [{ at: from + 3 * minuteMs + 5, text: "Deployed" }],
};

verifies("usage:console:keyboard", async () => {
  const page = await shown(<TimeChart title="Calls" kind="bars" data={data} form={form} />);
  const chart = page.getByRole("application", { name: "Calls" });
  const status = page.getByRole("status");
  (chart.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(status).toMatchTextContent(/Answered 1 calls, Refused 0 calls, \(in progress\)$/);
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(status).toMatchTextContent(/Answered 8 calls, Refused 2 calls, Deployed$/);
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(status).toMatchTextContent(/Answered unknown, Refused unknown, Nobody counted\.$/);
  await userEvent.keyboard("{Home}{ArrowDown}{ArrowDown}");
  await expect.element(status).toMatchTextContent(/, Refused 0 calls$/);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText("Total")).toBeVisible();
  await expect.element(page.getByText("20 calls")).toBeVisible();

  await page.getByRole("button", { name: /^Deployed/ }).click();
  await expect.element(page.getByText("8 calls", { exact: true })).toBeVisible();
});

verifies("usage:console:keyboard", "a chart that advances with time keeps the user's position", async () => {
  const chart = (moved: number) => {
    const series = data.series.map((each) => ({
      ...each,
      values: [...each.values.slice(moved), ...each.values.slice(0, moved)],
    }));
    const later = { ...data, from: from + moved * minuteMs, countedTo: data.countedTo + moved * minuteMs, series };
    return <TimeChart title="Calls" kind="bars" data={later} form={form} />;
  };
  const page = await render(chart(0));
  (page.getByRole("application", { name: "Calls" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}{ArrowRight}");
  await expect.element(page.getByRole("status")).toMatchTextContent(/Answered 6 calls, Refused 1 calls$/);
  await page.rerender(chart(1));
  await expect.element(page.getByText("6 calls", { exact: true })).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByRole("status")).toMatchTextContent(/Nobody counted\.$/);
});

verifies("usage:console:pages", "the pointer reads the time under it, and stops when it leaves", async () => {
  const page = await shown(<TimeChart title="Calls" kind="bars" data={data} form={form} />);
  const chart = page.getByRole("application", { name: "Calls" });
  await expect.element(page.getByText("20 calls")).toBeVisible();
  const { width } = chart.element().getBoundingClientRect();
  await chart.hover({ position: { x: 0.3 * width, y: 20 } });
  await expect.element(page.getByText("6 calls", { exact: true })).toBeVisible();
  await expect.element(page.getByText("20 calls")).not.toBeInTheDocument();
  await page.getByText("Answered").first().hover();
  await expect.element(page.getByText("20 calls")).toBeVisible();
});

verifies("usage:console:table", async () => {
  const values = Array.from({ length: 60 }, (_, step) => step);
  const many = { ...data, series: [{ name: "Answered", values, total: 1_770, look: 0 }] };
  const page = await shown(<TimeChart title="Calls" kind="lines" data={many} form={form} />);
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "#";
  });
  await page.getByRole("button", { name: "Show as table" }).click();
  await expect.poll(() => page.getByRole("row").elements().length).toBe(26);
  await expect.element(page.getByRole("cell", { name: "59 calls" })).toBeVisible();
  await page.getByRole("button", { name: "Older" }).click();
  await page.getByRole("button", { name: "Older" }).click();
  await expect.element(page.getByText("Page 3 of 3")).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "0 calls", exact: true })).toBeInTheDocument();
  await page.getByRole("button", { name: "Save as CSV" }).click();
  expect((await saved[0]?.text())?.split("\r\n").slice(0, 2)).toEqual([
    "from,Answered,Notes",
    "2026-11-20T09:00:00.000Z,0,",
  ]);
});

verifies(
  "usage:console:many-points",
  "60,000 points are a few thousand in the page, and the highest of them is visible",
  async () => {
    const values = Array.from({ length: 60_000 }, (_, step) => (step === 31_234 ? 1_000 : step % 90));
    const many = { ...data, gaps: [], marks: [], series: [{ name: "Answered", values, total: 0, look: 0 }] };
    const { container } = await render(<TimeChart title="Calls" kind="lines" data={many} form={form} />);
    const line = () => container.querySelector("path[stroke-linejoin]")?.getAttribute("d") ?? "";
    await expect.poll(line).not.toBe("");
    expect(line().split("L").length).toBeLessThan(4 * 1_280);
    // The top of the plot is the first grid line above the greatest value.
    const tops = line().match(/,(-?[\d.]+)/g) ?? [];
    expect(Math.min(...tops.map((place) => Number(place.slice(1))))).toBeLessThan(20);
  },
);

verifies("usage:console:statistics", async () => {
  const { output } = statistics.getStatistics.example;
  const of = (metric: string, values: readonly (number | null)[], labels = {}) => ({
    ...{ metric, unit: "percent", labels, statistic: "average", total: 40, values },
  });
  const changes = answering({
    "GET /svc/api/statistics": {
      ...output,
      series: [of("clients", [3, 4, null]), of("hostDisk", [71, 72, 73], { folder: "databases" })],
    },
    "GET /svc/api/statistics/state": { ...statistics.getStatisticsState.example.output, server: false },
    "PUT /svc/api/statistics/state": statistics.changeStatistics.example.output,
  });
  const page = await shown(<ServerStatistics range="24h" onRange={vi.fn()} />);
  await expect.element(page.getByRole("application", { name: "Clients" })).toBeVisible();
  await expect.element(page.getByText("databases")).toBeVisible();
  await page.getByRole("button", { name: "Turn on statistics" }).click();
  await expect.poll(() => changes).toEqual([{ call: "PUT /svc/api/statistics/state", body: { server: true } }]);
});
