import { spawn } from "node:child_process";
import { expect } from "vitest";
import type { LogLine } from "#shared/ports/log.ts";
import { supervise } from "../../local-runtime/processes/supervisor.ts";
import { flowingClock } from "../support/clocks/flowing-clock.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const program = (code: string) => spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });

function supervised(starts: readonly (() => ReturnType<typeof program>)[]) {
  const lines: LogLine[] = [];
  const log = {
    info: (line: LogLine) => void lines.push(line),
    error: (line: LogLine) => void lines.push(line),
    receiver() {},
    debug() {},
    application() {},
    flush: async () => undefined,
  };
  const clock = flowingClock(0);
  let started = 0;
  const start = async () => {
    const next = starts[Math.min(started, starts.length - 1)];
    started += 1;
    if (next === undefined) throw new Error("nothing to start");
    return next();
  };
  const child = supervise({ name: "child", start, endMs: 100, clock, log });
  const pauses = () => lines.filter(({ event }) => event === "child_starts_again").map(({ pauseMs }) => pauseMs);
  return { clock, lines, child, pauses, starts: () => started };
}

verifies("runtime:child:again", async () => {
  const { clock, lines, child, pauses, starts } = supervised([
    () => program("process.exit(3)"),
    () => program("process.kill(process.pid, 'SIGKILL')"),
    () => {
      throw new Error("no memory");
    },
    () => program("setInterval(() => 0, 1000)"),
  ]);
  for (const count of [1, 2, 3]) {
    await until(() => pauses().length === count);
    await clock.turn(60_000);
  }
  await until(() => starts() === 4);
  expect(pauses()).toEqual([1_000, 2_000, 4_000]);
  expect(lines.filter(({ event }) => event !== "child_starts_again")).toEqual([
    { event: "child_ended", code: 3, signal: undefined },
    { event: "child_ended", code: undefined, signal: "SIGKILL" },
    { event: "child_not_started", reason: expect.stringContaining("no memory") },
  ]);
  await child.stop();
  expect(starts()).toBe(4);
});

verifies("runtime:child:again", "a program that ran for a minute is restarted after the shortest delay", async () => {
  const ends: (() => void)[] = [];
  const { clock, child, pauses, starts } = supervised([
    () => {
      const one = program("setInterval(() => 0, 1000)");
      ends.push(() => one.kill("SIGKILL"));
      return one;
    },
  ]);
  for (const count of [1, 2, 3]) {
    await until(() => starts() === count && ends.length === count);
    await clock.turn(60_000);
    ends.at(-1)?.();
    await until(() => pauses().length === count);
    await clock.turn(1_000);
  }
  expect(pauses()).toEqual([1_000, 1_000, 1_000]);
  await child.stop();
});

verifies("runtime:child:again", "a program that ignores SIGTERM is killed", async () => {
  const deaf = program("process.on('SIGTERM', () => 0); console.log('on'); setInterval(() => 0, 1000)");
  const { child } = supervised([() => deaf]);
  await new Promise((resolve) => deaf.stdout.once("data", resolve));
  await child.stop();
  expect(deaf.signalCode).toBe("SIGKILL");
});
