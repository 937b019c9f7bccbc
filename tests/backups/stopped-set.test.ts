import { cpSync } from "node:fs";
import { expect } from "vitest";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { allRestoredFrom, aSet, aSource, contentsOf, digestsOf, pruned, snapshotOf } from "./support/a-set.ts";

const dayMs = 24 * 60 * 60_000;
const begin = Date.parse("2026-11-01T12:00:00Z");
const packBytes = 200_000;

/** Returns a set with a backup, a clock to turn, and a way to stop at an object. */
async function aStoppedSet() {
  let now = begin;
  const clock = () => now;
  const at = (days: number) => {
    now = begin + days * dayMs;
  };
  let stop:
    | { readonly isHere: (path: string) => boolean; readonly reached: () => void; readonly go: Promise<void> }
    | undefined;
  const set = aSet([], {
    now: clock,
    async before(path) {
      if (stop?.isHere(path) !== true) return;
      const { reached, go } = stop;
      stop = undefined;
      reached();
      await go;
    },
  });
  const source = aSource({});
  source.write("large.fmp12", source.random(700_000));
  const contents = new Map<string, ReadonlyMap<string, Buffer>>();
  const backUp = async () => {
    for (const block of [1, 4, 7]) source.change("large.fmp12", block * 65_536);
    const { snapshot } = await snapshotOf(set, source, packBytes, { now: clock });
    contents.set(snapshot.name, contentsOf(source));
  };
  await backUp();
  return {
    ...{ set, source, clock, at, backUp },
    /** Returns another agent with this agent's current memory. */
    another() {
      const folder = scratchFolder();
      cpSync(set.memoryFolder, folder, { recursive: true });
      return set.remembering(folder, set.previous);
    },
    /** Holds back the next object put under a matching name until it is released. */
    stopAt(isHere: (path: string) => boolean) {
      const reached = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      stop = { isHere, reached: reached.resolve, go: go.promise };
      return { reached: reached.promise, goOn: go.resolve };
    },
    /** Checks that every existing snapshot is unchanged. */
    async allRestored() {
      const names = [...set.objects.keys()]
        .filter((path) => path.startsWith("snapshots/"))
        .map((path) => path.slice(10));
      for (const [name, restored] of await allRestoredFrom(set, names))
        expect(digestsOf(restored), name).toEqual(digestsOf(contents.get(name)));
      return names.length;
    },
    /** Lets days pass on which others back up and prune. */
    async daysGoBy(from: number, to: number, isBackedUp = true) {
      for (let day = from; day <= to; day += 1) {
        at(day);
        if (isBackedUp) await backUp();
        await pruned(set, clock, { repackBelow: 0.9 });
      }
    },
  };
}

verifies(
  "backups:blocks:stopped",
  "a backup frozen before it requested its lease, and unaware that the lease is lost",
  async () => {
    const { source, set, clock, at, another, backUp, daysGoBy, allRestored } = await aStoppedSet();
    at(1);
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    source.write("large.fmp12", source.random(700_000));
    const checkLease = async () => {
      reached.resolve();
      await go.promise;
    };
    const stopped = snapshotOf(another(), source, packBytes, { now: clock, checkLease });
    await reached.promise;
    await daysGoBy(2, 6);
    go.resolve();
    await expect(stopped).rejects.toThrow(/was pruned during this backup/);
    await allRestored();
    await backUp();
    expect(await allRestored()).toBeGreaterThan(2);
    expect(set.previous?.counter).toBeGreaterThan(5);
  },
);

verifies("backups:blocks:stopped", "a backup frozen while its snapshot was being sent", async () => {
  const { source, set, clock, at, another, stopAt, backUp, daysGoBy, allRestored } = await aStoppedSet();
  at(1);
  source.write("large.fmp12", source.random(700_000));
  const { reached, goOn } = stopAt((path) => path.startsWith("snapshots/"));
  const stopped = snapshotOf(another(), source, packBytes, { now: clock });
  await reached;
  await daysGoBy(2, 6);
  goOn();
  await expect(stopped).rejects.toThrow(/was pruned during this backup/);
  await allRestored();
  await backUp();
  await allRestored();
  expect(set.previous?.counter).toBeGreaterThan(5);
});

verifies("backups:blocks:stopped", "a prune frozen while its record of moves was being sent", async () => {
  const { set, clock, at, another, stopAt, daysGoBy, backUp, allRestored } = await aStoppedSet();
  for (let day = 1; day < 4; day += 1) {
    at(day);
    await backUp();
  }
  at(5);
  const { reached, goOn } = stopAt((path) => path.startsWith("moves/"));
  const stopped = pruned(another(), clock, { repackBelow: 0.9 });
  await reached;
  await daysGoBy(6, 11);
  goOn();
  await expect(stopped).rejects.toThrow("was pruned before it was used");
  await allRestored();
  at(12);
  await pruned(set, clock);
  at(15);
  await pruned(set, clock);
  expect(await allRestored()).toBeGreaterThan(0);
});

verifies(
  "backups:blocks:stopped",
  "a prune frozen at any time before it deletes, and unaware that its lease is lost",
  async () => {
    let wasReached = true;
    for (let number = 1; wasReached; number += 1) {
      const { clock, at, another, daysGoBy, allRestored } = await aStoppedSet();
      await daysGoBy(1, 6);
      at(7);
      const reached = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      let asked = 0;
      const checkLease = async () => {
        asked += 1;
        if (asked !== number) return;
        reached.resolve();
        await go.promise;
      };
      const stopped = pruned(another(), clock, { repackBelow: 0.9, checkLease });
      stopped.catch(() => undefined);
      wasReached = await Promise.race([reached.promise.then(() => true), stopped.then(() => false)]);
      if (wasReached) await daysGoBy(8, 12);
      go.resolve();
      // The put may have been rejected; no object that others need is gone.
      await Promise.allSettled([stopped]);
      expect(await allRestored()).toBeGreaterThan(1);
    }
  },
);
