import { expect } from "vitest";
import type { Table } from "#shared/ports/table.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import { openQueue } from "../../local-runtime/storage/queue/queue.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { aJobWorker, crashingStores } from "./support/a-job-worker.ts";
import { type ActedKind, actedKind } from "./support/acted-kind.ts";

/** State of a job after a process that ended at some write, and another process that continued. */
interface Aftermath {
  /** True if the first process finished without crashing. */
  readonly survived: boolean;
  readonly accepted: boolean;
  readonly records: readonly ProcessRecord[];
  readonly texts: readonly string[];
  readonly kind: ActedKind;
  readonly effects: readonly string[];
}

const sides = ["before", "after"] as const;

/** Returns two steps that each leave something under its own name: repeating a step changes nothing. */
function twoSteps(table: () => Table, isRepeatable: boolean): ActedKind {
  const kind = actedKind("test.two-steps", { isRepeatable });
  kind.act = async ({ checkpoint, progress, log }) => {
    const step = checkpoint === undefined ? 1 : 2;
    await progress({ phase: `step ${step}` });
    await table().put({ pk: "effects", sk: `${step}`, fields: {} });
    await log("info", `Step ${step}`);
    return step === 1 ? { next: 2 } : { end: "done" };
  };
  return kind;
}

async function lifeAndAftermath(isRepeatable: boolean, side: "before" | "after", number: number): Promise<Aftermath> {
  const clock = turnableClock();
  const table = openTable({ file: ":memory:", clock });
  const queue = openQueue({ file: ":memory:", clock });
  const first = crashingStores(table, queue, side, number);
  const kind = twoSteps(() => first.table, isRepeatable);
  let accepted = false;
  const life = aJobWorker(first.table, first.queue, clock, [kind]);
  const whole = (async () => {
    await life.accept({ plan: kind.plan, startedBy: "account:admin" });
    accepted = true;
    await life.work();
    return true;
  })();
  const survived = await Promise.race([whole, first.death.then(() => false)]);

  const next = twoSteps(() => table, isRepeatable);
  const second = aJobWorker(table, queue, clock, [next]);
  for (let round = 0; round < 14; round += 1) {
    await clock.turn(30_000);
    await second.sweep();
    await second.work();
  }
  const { records } = await second.store.page({ cursor: undefined, limit: 10 });
  const lines = await second.store.lines(records[0]?.id ?? 0, 0, 100);
  const { items } = await table.query({ pk: "effects" });
  expect(await second.store.openIds()).toEqual([]);
  kind.begun += next.begun;
  return {
    survived,
    accepted,
    records,
    texts: lines.map(({ line }) => line.text),
    kind,
    effects: items.map(({ sk }) => sk),
  };
}

verifies("processes:crash:writes", async () => {
  for (const side of sides) {
    for (let number = 1; ; number += 1) {
      const { survived, accepted, records, texts, effects } = await lifeAndAftermath(true, side, number);
      const place = `${side} write ${number}`;
      // A caller without an answer may have started the job; a caller with one has.
      expect(records.length, place).toBeLessThanOrEqual(1);
      if (accepted) expect(records.length, place).toBe(1);
      for (const { state } of records) expect(state, place).toBe("done");
      if (records.length === 1) {
        expect(effects, place).toEqual(["1", "2"]);
        expect(
          texts.filter((text) => text === "Done"),
          place,
        ).toHaveLength(1);
        expect([...new Set(texts)], place).toEqual(["Step 1", "Step 2", "Done"]);
      }
      if (!survived) continue;
      expect(number).toBeGreaterThan(12);
      break;
    }
  }
});

verifies("processes:crash:writes", "work that can't be repeated is done once, or has crashed", async () => {
  const states = new Set<string>();
  for (const side of sides) {
    for (let number = 1; ; number += 1) {
      const { survived, records, kind, effects } = await lifeAndAftermath(false, side, number);
      const place = `${side} write ${number}`;
      for (const { state } of records) {
        states.add(state);
        expect(["done", "crashed"], place).toContain(state);
        if (state === "done") expect([effects, kind.begun], place).toEqual([["1", "2"], 2]);
      }
      expect(kind.begun, place).toBeLessThanOrEqual(2);
      if (survived) break;
    }
  }
  expect([...states].sort()).toEqual(["crashed", "done"]);
});
