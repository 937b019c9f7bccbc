import { expect, onTestFinished } from "vitest";
import { timestamp } from "#shared/contract/scalars.ts";
import { hourMs, minuteMs } from "#shared/usage/period.ts";
import { usageStore } from "#shared/usage/store.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aProcess } from "./support/a-process.ts";
import { aServiceOfLines } from "./support/a-service-of-lines.ts";
import { figures, nextMinute } from "./support/figures.ts";
import { expectKnownLoad, knownLoad } from "./support/known-load.ts";

verifies("usage:counts:known-load", async () => {
  const service = await testService();
  onTestFinished(() => service.stop());
  const { table } = service.openStores(service.clock);
  onTestFinished(() => table.close());
  let killedAt = 0;
  const load = await knownLoad(service, async () => {
    // Another process on the same store, which is killed in the middle of a minute.
    const killed = aProcess("killed", usageStore(table), service.clock);
    killed.call(25, { key: "data-key:99" });
    await nextMinute(service);
    await killed.flush();
    killedAt = service.clock.now();
    killed.call(5, { key: "data-key:99" });
    await service.restart();
  });
  await nextMinute(service);
  await nextMinute(service);

  await expectKnownLoad(service, load);
  const other = await figures(service, { metric: "calls", from: load.from, key: "data-key:99" });
  expect(other.series.map(({ total }) => total)).toEqual([25]);
  const minute = killedAt - (killedAt % minuteMs);
  expect(other.gaps.filter(({ reason }) => reason === "lost")).toEqual([
    { from: timestamp(minute), to: timestamp(minute + minuteMs), reason: "lost" },
  ]);
});

verifies("usage:lines:known-load", async () => {
  const { lines, service } = await aServiceOfLines();
  let first: readonly string[] = [];
  const load = await knownLoad(service, async () => {
    first = lines.taken();
    lines.nextInstance("instance-2");
  });
  const second = lines.taken();
  // Twice, and in another order; without some lines in the middle, and without the last ones of the first instance.
  await lines.handOver([...second].reverse());
  await lines.handOver(first.slice(0, 20));
  await lines.handOver(first.slice(10, 30));
  await lines.handOver(first.slice(40, -5));
  await service.turn(2 * minuteMs);
  await lines.sweep();
  const total = async () =>
    (await figures(service, { metric: "calls", from: load.from })).series.map((series) => series.total);
  // Lines missing between others are detected at once.
  expect(await total()).toEqual([107 - 5]);
  await service.turn(hourMs + 20 * minuteMs);
  await lines.sweep();
  await expectKnownLoad(service, load);
  const { gaps } = await figures(service, {
    metric: "calls",
    from: load.from,
    to: timestamp(Date.parse(load.failing) + 3 * minuteMs),
  });
  expect(gaps).toEqual([]);
  expect(lines.taken().filter((line) => line.includes("sweep_failed"))).toEqual([]);
});
