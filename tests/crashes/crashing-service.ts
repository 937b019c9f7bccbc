import { StoreUnavailable } from "#shared/ports/table.ts";
import type { Platform } from "../../functions/platform.ts";
import { type CrashingWrites, type CrashPoint, crashingWrites } from "../support/crashes/crashing-writes.ts";

/** Of a process that has ended nothing is waited for. */
export const stopTimes = { graceMs: 50, logoutMs: 1 };

/** A service that ends at one of its writes, and is started again by its test. */
export function crashingService() {
  let point: CrashPoint | undefined;
  let life: CrashingWrites | undefined;
  const crashed = { next: Promise.withResolvers<void>() };
  const end = () => {
    crashed.next.resolve();
    return Promise.reject(new StoreUnavailable("This process has ended"));
  };
  return {
    /** The next life of the service, which has no end until it is given one. */
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
    /** From now on writes are counted; undefined: no more. */
    set(next: CrashPoint | undefined): void {
      point = next;
      if (next !== undefined) crashed.next = Promise.withResolvers();
    },
    /** What a call answers; undefined where it was cut with the process. */
    async unlessCut<Answered>(call: Promise<Answered>): Promise<Answered | undefined> {
      try {
        return await call;
      } catch (thrown) {
        if (life?.isCrashed !== true) throw thrown;
        return undefined;
      }
    },
    /** Resolves with the crash, or with what goes on otherwise. */
    async crashOr(work: Promise<unknown>): Promise<void> {
      await Promise.race([crashed.next.promise, work.catch(() => undefined)]);
    },
    get isCrashed(): boolean {
      return life?.isCrashed === true;
    },
  };
}
