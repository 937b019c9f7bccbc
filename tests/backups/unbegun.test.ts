import { expect } from "vitest";
import { followServer } from "#shared/backups/runs/follow-server.ts";
import { OffsiteScheduleRecord } from "#shared/backups/schedules/record.ts";
import { offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

const container = { isIncluded: false, differs: null, remote: null, bucket: null, path: null };

verifies("backups:offsite:unbegun", async () => {
  const clock = turnableClock(Date.UTC(2026, 10, 20, 9));
  const table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  const store = offsiteScheduleStore(table);
  const open = { startedAt: clock.now(), endedAt: null, state: null, reason: null };
  for (const [id, upkeep, drill] of [
    ["1", 7, 8],
    ["2", 8, 7],
  ])
    await store.create(
      OffsiteScheduleRecord.parse({
        ...{ schema: 1, id, name: `Daily ${id}`, remote: "store", bucket: "fm-backups", path: "" },
        ...{ containers: [container, container], isZipped: false, layout: "blocks", set: "5".repeat(32) },
        ...{ isEnabled: false, createdAt: 0, updatedAt: 0, seen: null, dueAt: null, newestFolder: null, lastRun: null },
        ...{ lastSuccess: null, lastUpkeep: { ...open, processId: upkeep, work: ["prune"], outcome: null } },
        lastDrill: { ...open, processId: drill, backup: "Daily_2026-11-20_0300", files: [] },
      }),
    );
  for (const processId of [7, 8])
    await store.keepRun({
      ...{ ...open, schema: 1, processId, scheduleId: "1", folder: null, layout: "blocks" },
      ...{ snapshot: null, startedBy: "admin", figures: null },
    });
  const unused = async () => expect.unreachable();
  const follow = followServer({
    store,
    // Process 7 was recorded in the schedule, but never stored.
    processes: { get: async (id) => (id === 8 ? ({ id } as ProcessRecord) : undefined) },
    agentClient: () => ({ request: () => Promise.reject(new ServiceError("agent_unavailable")) }),
    ...{ start: unused, drill: unused, maintain: unused, events: { overdue: unused, missing: unused } },
    ...{ clock, log: { error: ({ reason }: { reason?: unknown }) => expect.unreachable(String(reason)) } },
  });
  const states = async () =>
    (await store.all()).map(({ lastUpkeep, lastDrill }) => [lastUpkeep?.state, lastDrill?.state]);
  const runStates = async () =>
    (await store.runs("1", { cursor: undefined, limit: 10 })).runs.map(({ processId, state }) => [processId, state]);
  await follow();
  // The process may still be about to be stored.
  expect(await states()).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(await runStates()).toEqual([
    [8, null],
    [7, null],
  ]);
  await clock.turn(61_000);
  await follow();
  expect(await states()).toEqual([
    ["crashed", null],
    [null, "crashed"],
  ]);
  expect(await runStates()).toEqual([
    [8, null],
    [7, "crashed"],
  ]);
  const [first] = await store.all();
  expect(first?.lastUpkeep).toMatchObject({ endedAt: clock.now(), reason: expect.stringContaining("Start it again") });
  table.close();
});
