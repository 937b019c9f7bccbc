import { expect } from "vitest";
import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Minute } from "#shared/usage/period.ts";
import { collectedStatistics } from "#shared/usage/statistics/collecting.ts";
import type { StatisticsProgress } from "#shared/usage/statistics/store.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

const minute = 60_000;
const start = Date.UTC(2026, 10, 20, 9);

/** Returns the collected statistics of a simulated host. */
function collected() {
  const clock = turnableClock(start);
  const host = {
    isAway: false,
    lines: [] as { at: number; hit: number }[],
    lastTopCallLine: null as number | null,
    serverProcess: "71 100" as string | null,
    isStarting: false,
    asked: [] as number[],
  };
  const minutes = new Map<string, Minute>();
  const switched: string[] = [];
  let progress: StatisticsProgress | undefined;
  let settings = { schema: 1 as const, server: true, topCalls: true };
  let account: { user: string; pass: string } | undefined;
  let rolledUp = 0;

  const reply = (from: number): ReplyOf<"statistics.read"> => {
    const to = clock.now() - (clock.now() % minute);
    return {
      to,
      readings: host.lines
        .filter(({ at }) => at >= from && at < to)
        .map(({ at, hit }) => ({ at, values: { cacheHit: hit, newer: 1 } })),
      host: { at: clock.now(), values: { hostMemory: 40 } },
      disks: [{ folder: "databases", freeBytes: 25, totalBytes: 100 }],
      lastServerLine: host.lines.at(-1)?.at ?? null,
      lastTopCallLine: host.lastTopCallLine,
      serverProcess: host.serverProcess,
    };
  };
  const collection = collectedStatistics({
    store: {
      settings: async () => settings,
      keepSettings: async (next) => {
        settings = next;
      },
      progress: async () => progress,
      keepProgress: async (next) => {
        progress = next;
      },
    },
    figures: { putMinute: async (one) => void minutes.set(`${one.start} ${one.writer}`, one) },
    rollups: {
      async sweep() {
        rolledUp += 1;
      },
    },
    agentClient: () => ({
      request: async (_name: string, fields: object) => {
        if (host.isAway) throw new ServiceError("agent_unavailable");
        const { from } = fields as { from: number };
        host.asked.push(from);
        return reply(from) as never;
      },
    }),
    switchStatistics: async (log, action, credential) => {
      if (credential === undefined) throw new ServiceError("account_needed");
      switched.push(`${action} ${log}`);
      if (host.isStarting) throw new ServiceError("statistics_not_switched", { text: "Error 10502" });
    },
    anyAdministrator: async () => account,
    clock,
  });
  return {
    clock,
    host,
    minutes,
    switched,
    sweep: async (laterMs = minute) => {
      await clock.turn(laterMs);
      await collection.sweep();
    },
    progress: () => progress,
    set(next: Partial<typeof settings>) {
      settings = { ...settings, ...next };
    },
    giveAccount() {
      account = { user: "admin", pass: "admin-pass" };
    },
    rolledUp: () => rolledUp,
  };
}

verifies("usage:statistics:kept-on", async () => {
  const { clock, host, switched, sweep, progress, giveAccount } = collected();
  // Stats.log is being written, TopCallStats.log never was, and there is no account.
  host.lines.push({ at: start, hit: 99 });
  await sweep();
  expect(switched).toEqual([]);
  expect(progress()).toMatchObject({ serverAttempt: null, topCallsAttempt: { at: clock.now() } });
  expect(progress()?.topCallsAttempt?.failure).toContain("fmsadmin");
  giveAccount();
  await sweep();
  // Not again immediately.
  expect(switched).toEqual([]);
  host.lines.push({ at: clock.now() + 8 * minute, hit: 99 });
  await sweep(9 * minute);
  expect(switched).toEqual(["enable topcallstats"]);
  expect(progress()?.topCallsAttempt?.failure).toBeNull();
  // Calls are written, then the server is restarted: for five minutes, the state is unknown.
  host.lastTopCallLine = clock.now();
  host.lines.push({ at: clock.now() + 4 * minute, hit: 99 });
  await sweep(4 * minute);
  expect(progress()?.topCallsAttempt).toBeNull();
  host.lines.push({ at: clock.now() + minute, hit: 99 });
  await sweep();
  expect(switched).toEqual(["enable topcallstats", "enable topcallstats"]);
  // Server statistics are enabled as well when they stop.
  await sweep(5 * minute);
  expect(switched.slice(2)).toEqual(["enable serverstats"]);
});

verifies("usage:statistics:started", async () => {
  const { clock, host, switched, sweep, progress, giveAccount, set } = collected();
  giveAccount();
  const goOn = async () => {
    host.lines.push({ at: clock.now() + minute, hit: 99 });
    host.lastTopCallLine = clock.now() + minute;
    await sweep();
  };
  // The first process seen may have been running for a long time.
  await goOn();
  expect(switched).toEqual([]);
  // It is stopped and restarted: both are enabled within a minute, although neither log has stopped yet.
  host.serverProcess = null;
  await goOn();
  expect(switched).toEqual([]);
  host.serverProcess = "84 900";
  await goOn();
  await goOn();
  expect(switched.splice(0)).toEqual(["enable serverstats", "enable topcallstats"]);
  // If a server is still starting, the attempt is repeated every minute, but not forever.
  [host.serverProcess, host.isStarting] = ["99 1700", true];
  for (let minutes = 0; minutes < 3; minutes += 1) await goOn();
  expect(switched.splice(0)).toHaveLength(6);
  expect(progress()?.topCallsAttempt?.failure).toContain("Error 10502");
  host.isStarting = false;
  await goOn();
  await goOn();
  expect(switched.splice(0)).toEqual(["enable serverstats", "enable topcallstats"]);
  expect(progress()?.topCallsAttempt).toBeNull();
  [host.serverProcess, host.isStarting] = ["110 2500", true];
  for (let minutes = 0; minutes < 20; minutes += 1) await goOn();
  expect(switched.splice(0)).toHaveLength(22);
  // Statistics that aren't wanted aren't enabled.
  host.isStarting = false;
  host.serverProcess = "120 3000";
  set({ topCalls: false });
  await goOn();
  expect(switched).toEqual(["enable serverstats"]);
});

verifies("usage:statistics:started", "a rejected account isn't used repeatedly", async () => {
  const { host, sweep, progress } = collected();
  host.lines.push({ at: start + 2 * minute, hit: 99 });
  host.lastTopCallLine = start + 2 * minute;
  await sweep();
  host.serverProcess = "84 900";
  await sweep();
  expect(progress()).toMatchObject({ topCallsAttempt: { error: "account_needed" }, started: { isDone: true } });
});

verifies("usage:statistics:whole", async () => {
  const { clock, host, minutes, sweep, set, rolledUp } = collected();
  host.lines.push(
    { at: start - 25 * 60 * minute, hit: 1 },
    { at: start - minute, hit: 90 },
    { at: start - minute + 30_000, hit: 94 },
  );
  await sweep();
  // Initially, one day back is read, and not more.
  expect(host.asked).toEqual([start + minute - 24 * 60 * minute]);
  expect([...minutes.keys()]).toEqual([`${start - minute} server`, `${start + minute} host`]);
  expect(minutes.get(`${start - minute} server`)?.rows).toEqual([
    { labels: {}, values: { cacheHit: [2, 184, 90, 94] } },
  ]);
  expect(minutes.get(`${start + minute} host`)?.rows).toEqual([
    { labels: {}, values: { hostMemory: [1, 40, 40, 40] } },
    { labels: { folder: "databases" }, values: { hostDiskFree: [1, 25, 25, 25], hostDisk: [1, 75, 75, 75] } },
  ]);
  // Lines written while the agent was away are read when it is back.
  host.isAway = true;
  host.lines.push({ at: clock.now() + minute, hit: 80 });
  await sweep(3 * minute);
  expect([minutes.size, rolledUp()]).toEqual([2, 1]);
  host.isAway = false;
  await sweep();
  expect(host.asked.at(-1)).toBe(start + minute);
  expect(minutes.has(`${start + 2 * minute} server`)).toBe(true);
  // If the host's clock was set back, collecting waits for it, and never asks for the future.
  await clock.turn(-30 * minute);
  await sweep(0);
  expect(host.asked.at(-1)).toBe(clock.now() - (clock.now() % minute));
  const asked = host.asked.length;
  set({ server: false, topCalls: false });
  await sweep();
  expect(host.asked).toHaveLength(asked);
});
