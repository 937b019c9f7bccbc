import { expect, test } from "vitest";
import { eventViews } from "#shared/logs/events/event-view.ts";

const line = (name: string, text: string) =>
  eventViews.get(name)?.lineOf({ id: "1", at: Date.UTC(2026, 10, 28), text });

const call = '{"time":"2026-11-28T01:00:00.000Z","level":"info","status":200,"counted":"[\\"a\\",1]"';

test("the internal counts of a call aren't shown, also if Lambda adds a field to the line", () => {
  const shown = '{"time":"2026-11-28T01:00:00.000Z","level":"info","status":200';
  expect(line("svc-info.log", `${call}}`)).toBe(`${shown}}`);
  expect(line("svc-info.log", `${call},"timestamp":"2026-11-28T01:00:00Z"}`)).toBe(
    `${shown},"timestamp":"2026-11-28T01:00:00Z"}`,
  );
  expect(line("svc-error.log", `${call}}`)).toBeUndefined();
});

// Both have a time of their own, but no level.
test.for([
  '{"time":"2026-11-28T01:00:00.000Z","type":"platform.report","record":{"status":"timeout"}}',
  '{"gateway":"MISSING_AUTHENTICATION_TOKEN","status":404,"integration":"-"}',
])("a line of AWS is in the debug log only: %s", (text) => {
  expect(line("svc-debug.log", text)).toBe(`2026-11-28T00:00:00.000Z ${text}`);
  expect(line("svc-info.log", text)).toBeUndefined();
  expect(line("svc-debug.log", `${call}}`)).toBeUndefined();
});
