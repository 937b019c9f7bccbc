import { StoreUnavailable } from "#shared/ports/table.ts";
import type { Platform } from "../../functions/platform.ts";
import { type CrashingWrites, type CrashPoint, crashingWrites } from "../support/crashes/crashing-writes.ts";

/** Stop times: a process that has ended isn't waited for. */
export const stopTimes = { graceMs: 50, logoutMs: 1 };

/** Returns a service that ends at one of its writes, and that its test starts again. */
export function crashingService() {
  let point: CrashPoint | undefined;
  let life: CrashingWrites | undefined;
  const crashed = { next: Promise.withResolvers<void>() };
  const end = () => {
    crashed.next.resolve();
    return Promise.reject(new StoreUnavailable("This process has ended"));
  };
  return {
    /** Wraps the platform of the next service process, which doesn't end until a crash point is set. */
    decorate(platform: Platform): Platform {
      const own = crashingWrites(() => (life === own ? point : undefined), end);
      life = own;
      const { blobs, fileMaker } = platform;
      return {
        ...platform,
        table: own.of("table", platform.table),
        queue: own.of("queue", platform.queue),
        deliveryQueue: own.of("queue", platform.deliveryQueue),
        schedules: own.of("schedules", platform.schedules),
        deliverySchedules: own.of("schedules", platform.deliverySchedules),
        blobs: { ...blobs, blobs: own.of("blobs", blobs.blobs) },
        fileMaker: {
          dataApi: own.of("outbound", fileMaker.dataApi),
          adminApi: own.of("outbound", fileMaker.adminApi),
        },
      };
    },
    /** Starts counting writes; undefined stops it. */
    set(next: CrashPoint | undefined): void {
      point = next;
      if (next !== undefined) crashed.next = Promise.withResolvers();
    },
    /** Returns the answer of a call; undefined if the call was interrupted by the crash. */
    async unlessCut<Answered>(call: Promise<Answered>): Promise<Answered | undefined> {
      try {
        return await call;
      } catch (thrown) {
        if (life?.isCrashed !== true) throw thrown;
        return undefined;
      }
    },
    /** Resolves with the crash, or with the work if the process survives. */
    async crashOr(work: Promise<unknown>): Promise<void> {
      await Promise.race([crashed.next.promise, work.catch(() => undefined)]);
    },
    get isCrashed(): boolean {
      return life?.isCrashed === true;
    },
  };
}
