import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { consoleLog } from "#shared/aws/console-log.ts";
import { type LocalLog, openLog } from "../../local-runtime/logs/log.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

describe("the service logs", () => {
  const clock = turnableClock(Date.UTC(2026, 10, 20, 12));
  const open = (folder: string, largestFileBytes = 1_000_000, onFailure: Report = unexpected): LocalLog =>
    openLog({ folder, clock, largestFileBytes, onFailure });
  const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

  test("contain one JSON line per request, with its time, each in its file", async () => {
    const folder = join(scratchFolder(), "logs");
    const log = open(folder);
    log.info({ event: "request", status: 200, cached: true, missing: undefined });
    log.error({ event: "fault", text: 'line\nbreak "and" 👋' });
    log.info({ event: "request", status: 404 });
    await log.flush();
    const time = "2026-11-20T12:00:00.000Z";
    expect(lines(read(folder, "svc-info.log"))).toEqual([
      { time, event: "request", status: 200, cached: true },
      { time, event: "request", status: 404 },
    ]);
    expect(lines(read(folder, "svc-error.log"))).toEqual([{ time, event: "fault", text: 'line\nbreak "and" 👋' }]);
    log.receiver({ event: "webhook", id: 7 });
    await log.flush();
    expect(lines(read(folder, "svc-receiver.log"))).toEqual([{ time, event: "webhook", id: 7 }]);
    await log.close();
  });

  verifies("system:app-log:levels", "debug lines are kept only if they are enabled", async () => {
    for (const keepsApplicationDebug of [false, true]) {
      const folder = scratchFolder();
      const log = openLog({ folder, clock, onFailure: unexpected, keepsApplicationDebug });
      for (const kind of ["info", "error", "debug"] as const) log.application(kind, { severity: kind, message: "m" });
      await log.close();
      const written: string[] = [];
      const onAws = consoleLog(clock, { keepsApplicationDebug }, (line) => written.push(JSON.parse(line).level));
      for (const kind of ["info", "error", "debug"] as const) onAws.application(kind, { message: "m" });
      const kept = ["info", "error", ...(keepsApplicationDebug ? ["debug"] : [])];
      expect(written).toEqual(kept.map((kind) => `app-${kind}`));
      expect(readdirSync(folder).sort()).toEqual(kept.map((kind) => `app-${kind}.log`).sort());
    }
  });

  test("are written together after a short delay, not line by line", async () => {
    const folder = scratchFolder();
    const own = turnableClock();
    const log = openLog({ folder, clock: own, onFailure: unexpected });
    log.info({ n: 1 });
    await own.turn(60);
    log.info({ n: 2 });
    await own.turn(39);
    expect(() => read(folder, "svc-info.log")).toThrow(/ENOENT/);
    await own.turn(1);
    expect(lines(read(folder, "svc-info.log"))).toHaveLength(2);
    log.info({ n: 3 });
    await own.turn(100);
    expect(lines(read(folder, "svc-info.log"))).toHaveLength(3);
    await log.close();
    expect(own.sleepers).toBe(0);
  });

  test("are written without delay when there is much to write", async () => {
    const folder = scratchFolder();
    const log = open(folder);
    for (let n = 0; n < 100; n++) log.info({ n, text: "x".repeat(1_000) });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(lines(read(folder, "svc-info.log"))).toHaveLength(100);
    await log.close();
  });

  test("are complete when the process exits in the middle of its work", async () => {
    const folder = scratchFolder();
    const child = startChild(new URL("children/log-writer.ts", import.meta.url), folder);
    expect(await child.ended()).toMatchObject({ code: 3, errors: "" });
    expect(lines(read(folder, "svc-info.log"))).toHaveLength(1_010);
    expect(lines(read(folder, "svc-error.log"))).toHaveLength(1);
  });

  test("continue where they were when they are reopened", async () => {
    const folder = scratchFolder();
    for (let n = 0; n < 3; n++) {
      const log = open(folder);
      log.info({ n });
      await log.close();
    }
    expect(lines(read(folder, "svc-info.log")).map((line) => line.n)).toEqual([0, 1, 2]);
  });

  test("are renamed before they exceed their size; the last two files contain the newest lines without a gap", async () => {
    const folder = scratchFolder();
    const log = open(folder, 1_000);
    for (let n = 0; n < 60; n++) {
      log.info({ n, text: "x".repeat(20) });
      await log.flush();
    }
    await log.close();
    const [old, now] = [read(folder, "svc-info-old.log"), read(folder, "svc-info.log")];
    for (const text of [old, now]) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
    const numbers = lines(old + now).map((line) => Number(line.n));
    expect(numbers.length).toBeGreaterThan(12);
    expect(numbers).toEqual(numbers.map((_, index) => 60 - numbers.length + index));
  });

  test("start again when the file is emptied or deleted", async () => {
    const folder = scratchFolder();
    const log = open(folder);
    const write = async (n: number): Promise<void> => {
      log.info({ n });
      await log.flush();
    };
    await write(1);
    truncateSync(join(folder, "svc-info.log"));
    await write(2);
    expect(lines(read(folder, "svc-info.log"))).toMatchObject([{ n: 2 }]);
    rmSync(join(folder, "svc-info.log"));
    await write(3);
    expect(lines(read(folder, "svc-info.log"))).toMatchObject([{ n: 3 }]);
    await log.close();
  });

  test("that can't be written are reported once per outage, and never to the caller", async () => {
    const folder = scratchFolder();
    const reports: string[] = [];
    const log = open(folder, 1_000_000, (message) => reports.push(message));
    const path = join(folder, "svc-info.log");
    mkdirSync(path);
    for (let n = 0; n < 3; n++) {
      log.info({ n });
      await log.flush();
    }
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain(folder);
    rmSync(path, { recursive: true });
    log.info({ n: "back" });
    await log.flush();
    expect(lines(read(folder, "svc-info.log"))).toMatchObject([{ n: "back" }]);
    rmSync(path);
    mkdirSync(path);
    log.info({ n: "gone" });
    await log.flush();
    expect(reports).toHaveLength(2);
    await log.close();
  });

  test("on a full disk are reported, not kept in memory, and continue on a new line when there is space", async () => {
    const folder = scratchFolder();
    const reports: string[] = [];
    const log = open(folder, 1_000_000, (message) => reports.push(message));
    const path = join(folder, "svc-error.log");
    symlinkSync("/dev/full", path);
    log.error({ n: 1 });
    await log.flush();
    expect(reports).toEqual([expect.stringContaining("ENOSPC")]);
    rmSync(path);
    writeFileSync(path, '{"half a line');
    chmodSync(path, 0o600);
    log.error({ n: 2 });
    await log.close();
    expect(
      read(folder, "svc-error.log")
        .split("\n")
        .slice(1, -1)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ n: 2 }]);
  });

  test("report an invalid line, and the caller continues", async () => {
    const reports: string[] = [];
    const log = open(scratchFolder(), 1_000_000, (message) => reports.push(message));
    log.info({ n: 1n as unknown as number });
    expect(reports).toHaveLength(1);
    await log.close();
  });
});

function lines(text: string): readonly Record<string, unknown>[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line));
}

type Report = (message: string) => void;

function unexpected(message: string): never {
  throw new Error(message);
}
