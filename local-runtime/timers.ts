import { attempts } from "../functions/deliveries/attempts.ts";
import { sweepWork } from "../functions/jobs/queue.ts";
import { watches } from "../functions/jobs/watches.ts";
import type { Platform } from "../functions/platform.ts";
import { keyAllowances } from "../functions/wiring/calls.ts";
import { deleteOrphanedBodiesOf } from "../functions/wiring/deliveries.ts";
import { usageRecorder, usageRollups } from "../functions/wiring/figures.ts";
import { adminSessions, dataSessions } from "../functions/wiring/filemaker.ts";
import { deleteOrphanedLogs } from "../functions/wiring/work.ts";
import type { Around } from "./functions.ts";
import { repeating } from "./repeating.ts";

const sessionsMs = 5 * 60_000;
/** Interval for finding jobs that wait without a message. */
const workMs = 30_000;
/** Interval for finding due deliveries. */
const deliveriesMs = 30_000;
/** Interval for checking for problems. */
const watchesMs = 60_000;
/** Interval for checking whether a minute is over whose figures must be stored. */
const usageMs = 5_000;
/** Interval for checking whether an hour or a day of figures is over. */
const rollupsMs = 5 * 60_000;
/** Interval for checking whether other processes count calls of keys. */
const processesMs = 2_000;
const orphansMs = 60 * 60_000;

/** Starts the periodic work of the service. */
export function startTimers(platform: Platform, around: Around): { stop(): void } {
  const { clock } = platform;
  const timers = [
    repeating(clock, sessionsMs, () =>
      around("jobs", async () => {
        await Promise.all([dataSessions(platform).sweep(), adminSessions(platform).sweep()]);
      }),
    ),
    repeating(clock, orphansMs, async () => {
      await around("expiry", async () => {
        await deleteOrphanedLogs(platform);
        await deleteOrphanedBodiesOf(platform);
      });
    }),
    repeating(clock, workMs, () =>
      around("jobs", async () => {
        await sweepWork(platform);
      }),
    ),
    repeating(clock, watchesMs, () => around("jobs", () => watches(platform).sweep())),
    repeating(clock, processesMs, () => around("proxy", () => keyAllowances(platform).others.look())),
    repeating(clock, usageMs, () => around("logs", () => usageRecorder(platform).flush({ quietWaits: true }))),
    repeating(clock, rollupsMs, () => around("logs", () => usageRollups(platform).sweep())),
    repeating(clock, deliveriesMs, () =>
      around("deliveries", async () => {
        await attempts(platform).sweep();
      }),
    ),
  ];
  return {
    stop() {
      for (const timer of timers) timer.stop();
    },
  };
}
