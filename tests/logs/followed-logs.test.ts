import { expect } from "vitest";
import { followedLogs } from "#shared/logs/followed-logs.ts";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const name = "svc-info.log";

/** Returns logs that count how often one is opened. */
function followed() {
  const [logs, clock] = [memoryLogs(), turnableClock()];
  logs.write(name, "before\n");
  let opened = 0;
  const open: typeof logs.open = (wanted) => {
    opened += 1;
    return logs.open(wanted);
  };
  const service = fileLogBackend({ ...logs, open }, clock);
  const reader = followedLogs({ server: service, service });
  /** Turns the clock, and returns how often a log was opened meanwhile. */
  const openedIn = async (milliseconds: number): Promise<number> => {
    const before = opened;
    await clock.turn(milliseconds);
    return opened - before;
  };
  return { logs, clock, reader, openedIn };
}

verifies("logs:follow:shared", async () => {
  const { logs, reader, clock, openedIn } = followed();
  const { end } = await reader.last(name, 1);
  const one = reader.next(name, end);
  const alone = await openedIn(500);
  const others = Array.from({ length: 99 }, () => reader.next(name, end));
  expect(await openedIn(300)).toBeLessThanOrEqual(alone);
  logs.append(name, "fresh\n");
  await clock.turn(200);
  const pages = await Promise.all([one, ...others]);
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]?.lines.map(({ text }) => text)).toEqual(["fresh"]);
  expect(reader.shown(name, pages[0] as never)).toContain('"fresh"');
});

verifies("logs:follow:shared", "a caller at another position reads alone, and then with the others", async () => {
  const { logs, reader, clock } = followed();
  const { start, end } = await reader.last(name, 1);
  const atEnd = reader.next(name, end);
  const behind = await reader.next(name, start);
  expect(behind.lines.map(({ text }) => text)).toEqual(["before"]);
  expect(reader.next(name, behind.end)).toBe(reader.next(name, end));
  logs.append(name, "fresh\n");
  await clock.turn(100);
  expect((await atEnd).lines.map(({ text }) => text)).toEqual(["fresh"]);
});

verifies(
  "logs:follow:shared",
  "a log that can't be read fails for all callers, and is read again for the next",
  async () => {
    const { logs, reader, clock } = followed();
    const { end } = await reader.last("svc-info.log", 1);
    const gone = { ...end, id: "none" };
    await expect(reader.next("svc-none.log", gone)).rejects.toMatchObject({ error: "log_not_found" });
    logs.write("svc-none.log", "now\n");
    const next = reader.next("svc-none.log", gone);
    await clock.turn(0);
    expect((await next).isRotated).toBe(true);
  },
);
