import { afterAll, expect } from "vitest";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Table } from "#shared/ports/table.ts";
import type { UsageMetricName } from "#shared/usage/metrics/contract.ts";
import { hourMs, minuteMs } from "#shared/usage/period.ts";
import { usageReader } from "#shared/usage/reader.ts";
import { usageRollups } from "#shared/usage/rollups.ts";
import type { Labels } from "#shared/usage/series.ts";
import { usageService } from "#shared/usage/service.ts";
import { usageStore } from "#shared/usage/store.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { aProcess } from "./support/a-process.ts";

const start = Date.UTC(2026, 10, 20, 12);
const clock = turnableClock(start);
const table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
afterAll(() => table.close());

const keys = 900;
const keyOf = (id: number) => ({ key: `data-key:${id}`, file: `File ${id % 7}.fmp12` });

verifies("usage:answer:many-keys", async () => {
  let lettersRead = 0;
  const counted: Pick<Table, "put" | "query"> = {
    put: table.put,
    async query(query) {
      const page = await table.query(query);
      lettersRead += JSON.stringify(page.items).length;
      return page;
    },
  };
  const store = usageStore(counted);
  const reader = usageReader({ store, lagMs: 2 * minuteMs });
  const { getUsage } = usageService({ reader, clock });

  const one = aProcess("one", store, clock);
  one.counters.add(clock.now(), "webhookCalls", { webhook: "webhook-1", outcome: "answered" }, 1);
  for (let id = 1; id <= keys; id += 1) one.call(id % 3, { ...keyOf(id), firstByteMs: id });
  for (let id = 1; id <= keys; id += 9) one.call(1, { ...keyOf(id), outcome: "rejected", code: "401" });
  await clock.turn(minuteMs);
  for (const minute of one.counters.closed(clock.now())) {
    // An earlier version is overwritten, even if it had fewer parts.
    await store.putMinute({ ...minute, rows: minute.rows.slice(0, 200) });
    await store.putMinute(minute);
  }
  // A minute with few keys is stored as a whole.
  one.call(5, keyOf(8));
  await clock.turn(minuteMs);
  await one.close();

  const ids = Array.from({ length: keys }, (_, index) => index + 1);
  const callsOf = (id: number) => (id % 3) + (id % 9 === 1 ? 1 : 0) + (id === 8 ? 5 : 0);
  const sum = (of: (id: number) => number, wanted = ids) => wanted.reduce((total, id) => total + of(id), 0);

  const asked = async (step: 60 | 3_600, question: { metric?: UsageMetricName; by?: (keyof Labels)[] } & Labels) => {
    const range = { from: timestamp(start), to: timestamp(start + (step === 60 ? 2 * minuteMs : hourMs)), step };
    lettersRead = 0;
    const { series } = await getUsage({ metric: "calls", ...range, ...question }, undefined as never);
    return { totals: series.map(({ total }) => total), letters: lettersRead };
  };

  const everything = async (step: 60 | 3_600) => ({
    all: await asked(step, {}),
    byKey: await asked(step, { by: ["key"] }),
    key: await asked(step, { key: "data-key:8" }),
    file: await asked(step, { file: "File 1.fmp12" }),
    keyAndFile: await asked(step, { key: "data-key:8", file: "File 2.fmp12" }),
    codes: await asked(step, { metric: "fileMakerErrors", by: ["code"] }),
    webhooks: await asked(step, { metric: "webhookCalls" }),
    waits: await asked(step, { metric: "timeToFirstByte", outcome: "answered" }),
  });
  const minutes = await everything(60);
  expect(minutes.all.totals).toEqual([sum(callsOf)]);
  expect(minutes.byKey.totals).toEqual(
    ids
      .map(callsOf)
      .filter((calls) => calls > 0)
      .sort((one, other) => other - one)
      .slice(0, 100),
  );
  expect(minutes.key.totals).toEqual([callsOf(8)]);
  expect(minutes.file.totals).toEqual([
    sum(
      callsOf,
      ids.filter((id) => id % 7 === 1),
    ),
  ]);
  expect(minutes.keyAndFile.totals).toEqual([]);
  expect(minutes.codes.totals).toEqual([100]);
  expect(minutes.webhooks.totals).toEqual([1]);
  // The charts of Home, of a key and of a file read only a small part of the stored data.
  for (const one of [minutes.all, minutes.key, minutes.file, minutes.codes])
    expect(one.letters).toBeLessThan(minutes.byKey.letters / 8);

  // The same for the hour that is aggregated from it.
  await clock.turn(3 * hourMs);
  await usageRollups({ store, reader, clock, lateMs: hourMs }).sweep();
  expect((await store.rollups("hour", start, start + hourMs)).map(({ isFinal }) => isFinal)).toEqual([true]);
  const hour = await everything(3_600);
  for (const name of Object.keys(minutes) as (keyof typeof minutes)[])
    expect(hour[name].totals).toEqual(minutes[name].totals);
});
