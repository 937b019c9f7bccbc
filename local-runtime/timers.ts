import { handler as attempts } from "../functions/attempts/handler.ts";
import { deleteOrphanedBodiesOf } from "../functions/deliveries/wiring.ts";
import { adminSessions, dataSessions } from "../functions/filemaker/wiring.ts";
import { sweepWork } from "../functions/jobs/sweep-wiring.ts";
import { deleteOrphanedLogs } from "../functions/jobs/wiring.ts";
import { keyAllowances } from "../functions/keys/cache-wiring.ts";
import type { Platform } from "../functions/platform.ts";
import { usageRecorder, usageRollups } from "../functions/usage/count-wiring.ts";
import { handler as watches } from "../functions/watches/handler.ts";
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
    repeating(clock, watchesMs, () => around("watches", () => watches(platform).sweep())),
    repeating(clock, processesMs, () => around("proxy", () => keyAllowances(platform).others.look())),
    repeating(clock, usageMs, () => around("usage", () => usageRecorder(platform).flush())),
    repeating(clock, rollupsMs, () => around("usage", () => usageRollups(platform).sweep())),
    repeating(clock, deliveriesMs, () =>
      around("attempts", async () => {
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
