import { expect } from "vitest";
import { reports } from "#shared/jobs/reports.ts";
import { acceptedProcess } from "#shared/jobs/rules.ts";
import { processStore } from "#shared/processes/store.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

verifies("processes:state:followed-up", async () => {
  const clock = turnableClock(Date.UTC(2026, 10, 20, 9));
  const table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  const store = processStore(table, 86_400_000);
  const plan = { kind: "test", title: "Test", phases: [], canAbort: true, isFollowedUp: true };
  const accepted = acceptedProcess(7, { plan, startedBy: "admin" }, clock.now());
  await store.create({ ...accepted, isElsewhere: true, fence: 3, leasedUntil: clock.now() + 60_000 });
  let isGone = true;
  const enqueued: number[] = [];
  const { fold, renewLease, reclaim } = reports({
    ...{ store, clock },
    announce: async () => undefined,
    async enqueue(id) {
      if (isGone) throw new Error("This process has ended");
      enqueued.push(id);
    },
  });
  const end = { processId: 7, fence: 3, number: 1, report: { end: { state: "done", reason: null } } } as const;
  await expect(fold(end)).rejects.toThrow("This process has ended");
  isGone = false;
  // The report wasn't confirmed, so it is sent again.
  expect(await fold(end)).toBe("refused");
  expect(enqueued).toEqual([7]);
  // Or its owner first asks whether it still has the job.
  expect(await renewLease(7, 3)).toBeUndefined();
  expect(await reclaim(7, 3)).toBe(false);
  expect(enqueued).toEqual([7, 7, 7]);
  // A previous owner can't report anything.
  expect([await fold({ ...end, fence: 2 }), await renewLease(7, 2), await reclaim(7, 2)]).toEqual([
    "refused",
    undefined,
    false,
  ]);
  expect(enqueued).toEqual([7, 7, 7]);
  table.close();
});
