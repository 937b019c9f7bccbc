import { expect } from "vitest";
import type { LinesPage } from "#shared/logs/log-reader.ts";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const name = "svc-info.log";

/** Starts a request that waits at the end of a log, on a separate clock. */
async function waiting(waitMs: number) {
  const [logs, clock] = [memoryLogs(), turnableClock()];
  logs.write(name, "before\n");
  const source = fileLogBackend(logs, clock);
  const first = await source.lines(name, { count: 1 });
  let answered: LinesPage | undefined;
  const answer = source.lines(name, { after: first?.end, count: 10, waitMs }).then((page) => {
    answered = page;
  });
  await clock.turn(0);
  return { logs, clock, answer, answered: () => answered };
}

const texts = (page: LinesPage | undefined) => page?.lines.map(({ text }) => text);

verifies("logs:follow:soon", "a waiting request is answered a tenth of a second after a line was written", async () => {
  const { logs, clock, answer, answered } = await waiting(1_000);
  await clock.turn(350);
  expect(answered()).toBeUndefined();
  logs.append(name, "fresh\n");
  await clock.turn(100);
  await answer;
  expect(texts(answered())).toEqual(["fresh"]);
  expect(clock.sleepers).toBe(0);
});

verifies(
  "logs:follow:soon",
  "a partial line wakes no one, and a replaced log wakes every waiting request",
  async () => {
    const { logs, clock, answer, answered } = await waiting(60_000);
    logs.append(name, "half of");
    await clock.turn(500);
    expect(answered()).toBeUndefined();
    logs.rotate(name);
    await clock.turn(100);
    await answer;
    expect(answered()?.isRotated).toBe(true);
  },
);

verifies("logs:follow:soon", "if nothing is written, the response comes at the timeout, and is empty", async () => {
  const { clock, answer, answered } = await waiting(1_000);
  await clock.turn(999);
  expect(answered()).toBeUndefined();
  await clock.turn(1);
  await answer;
  expect(texts(answered())).toEqual([]);
});
