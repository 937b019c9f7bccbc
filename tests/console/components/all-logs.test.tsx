import { afterEach, expect, vi } from "vitest";
import { timesOf } from "../../../console/src/features/logs/all/all-logs-question.ts";
import { AllLogsView } from "../../../console/src/features/logs/all/all-logs-view.tsx";
import { folded } from "../../../console/src/features/logs/all/folded-records.ts";
import type { LogRecord } from "../../../shared/logs/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

let offset = 0;

function aRecord(log: string, message: string, change: Partial<LogRecord> = {}): LogRecord {
  offset += 1;
  return {
    ...{ log, offset, text: message, isCut: false, more: [], time: "2026-10-01T02:00:00.000Z", level: "error" },
    ...{ code: null, meaning: null, columns: { Message: message } },
    ...change,
  };
}

const page = {
  ...{ records: [] as readonly LogRecord[], searched: ["Event.log", "svc-info.log"] },
  ...{ unread: [], partial: [], before: null as string | null, problem: null },
};
const asked = () => new URL(String(vi.mocked(window.fetch).mock.calls.at(-1)?.[0]), location.href).searchParams;

verifies("logs:console:all", () => {
  const night = (now: Date) => {
    const { from, to } = timesOf("night", now.getTime());
    return [new Date(from), new Date(to)].map((each) => `${each.getDate()} ${each.getHours()}:${each.getMinutes()}`);
  };
  expect(night(new Date(2026, 9, 12, 9, 30))).toEqual(["11 22:0", "12 6:0"]);
  // Before its end, the night lasts until now.
  expect(night(new Date(2026, 9, 12, 2, 30))).toEqual(["11 22:0", "12 2:30"]);
});

verifies("logs:console:all", "equal lines that follow each other are one row with their number", () => {
  const line = (id: string) =>
    aRecord("svc-info.log", "", { text: "{}", columns: { status: "500", code: "105", requestId: id } });
  const rows = folded([line("a"), line("b"), aRecord("Event.log", "Stopped"), line("c")]);
  expect(rows.map(({ record: { log }, count }) => [log, count])).toEqual([
    ["svc-info.log", 2],
    ["Event.log", 1],
    ["svc-info.log", 1],
  ]);
});

verifies("logs:console:all", "a range and a level are asked of all logs, and older records are added", async () => {
  const records = [
    aRecord("Event.log", "Process ended."),
    aRecord("svc-info.log", "Failed", { meaning: "Layout is missing" }),
  ];
  answering({ "GET /svc/api/logs/search": { ...page, records, before: "2026-10-01T01:00:00.000Z" } });
  const onSearch = vi.fn();
  const onOpen = vi.fn();
  const view = await shown(
    <AllLogsView search={{ range: "night", level: "error" }} onSearch={onSearch} onOpen={onOpen} />,
  );
  const rows = view.getByRole("region", { name: "Lines of all logs" }).getByRole("listitem");
  await expect.element(rows.nth(0)).toMatchTextContent(/Event\.log.*Process ended\./);
  await expect.element(rows.nth(1)).toMatchTextContent(/svc-info\.log.*Layout is missing/);
  expect(asked().get("levels")).toBe("error");
  await view.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => asked().get("to")).toBe("2026-10-01T01:00:00.000Z");
  await view.getByRole("button", { name: "Last hour" }).click();
  expect(onSearch).toHaveBeenCalledWith({ range: "hour" });
  await rows.nth(0).getByRole("button").click();
  expect(onOpen).toHaveBeenCalledWith(records[0]);
});

verifies(
  "logs:console:all",
  "without a match, the range, the number of logs and unreadable logs are named",
  async () => {
    const unread = [{ log: "Access.log", error: "agent_timeout", text: "The agent didn't respond in time" }];
    answering({ "GET /svc/api/logs/search": { ...page, unread } });
    const view = await shown(<AllLogsView search={{}} onSearch={() => undefined} onOpen={() => undefined} />);
    await expect.element(view.getByText(/^Nothing from .* in 2 logs$/)).toBeVisible();
    await expect
      .element(view.getByText("Access.log couldn't be searched: The agent didn't respond in time."))
      .toBeVisible();
    await expect.element(view.getByRole("button", { name: "Search the last 7 days" })).toBeVisible();
  },
);
