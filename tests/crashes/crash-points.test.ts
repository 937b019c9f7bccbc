import { afterAll, expect } from "vitest";
import { aStore } from "../backups/support/a-store.ts";
import { contacts, someServers } from "../oauth/support/browser.ts";
import { takesEveryMoment } from "../support/crashes/every-moment.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { crashingService, stopTimes } from "./crashing-service.ts";
import { type Life, livesWith, type Made } from "./lives.ts";

const crashes = crashingService();
const store = await aStore();
const service = await testService({
  stopTimes,
  decorate: (platform) =>
    crashes.decorate({ ...platform, callouts: store.reached, oauthResources: someServers(contacts) }),
});
afterAll(async () => {
  await service.stop();
  await store.close();
});

/** Partitions that don't belong to a single entity, are history, or expire automatically within minutes. */
const elsewhere =
  /^(?:audit|usage|limits|logins|attempts|fingerprint|session|events|key-changes|note-changes|mcp-server-history|oauth#)/;
/** A point before a write equals the point after the previous one, except for calls in between: `EVERY_MOMENT=1` tests both. */
const sides = takesEveryMoment ? (["before", "after"] as const) : (["after"] as const);
/** Tests only some points for services on the AWS adapters, which take longer to start. */
const step = onAws && !takesEveryMoment ? 5 : 1;
const rowsKept = async () =>
  (await service.rows()).map(({ pk, sk }) => `${pk} ${sk}`).filter((row) => !elsewhere.test(row));

interface Lived {
  /** Number of answered steps. */
  readonly answered: number;
  /** True if another step was tried without an answer. */
  readonly isCut: boolean;
}

/** Runs one step after another until a step gets no answer. */
async function lived({ steps }: Life, after: (step: number, made: Made) => Promise<void>): Promise<Lived> {
  const made: Made = [];
  for (const step of steps) {
    const answer = await crashes.unlessCut(step(service, made));
    if (answer === undefined || (crashes.isCrashed && answer.status >= 500))
      return { answered: made.length, isCut: true };
    expect(answer.status, answer.text).toBeLessThan(300);
    made.push(answer);
    await after(made.length, made);
    if (crashes.isCrashed) break;
  }
  return { answered: made.length, isCut: false };
}

for (const life of livesWith(store.endpoint))
  verifies("runtime:crash:points", life.name, async () => {
    const states = [await life.seen(service)];
    await lived(life, async () => void states.push(await life.seen(service)));
    await life.clear(service);
    const before = await rowsKept();
    for (const side of sides)
      for (let number = 1; ; number += step) {
        crashes.set({ side, number });
        const { answered, isCut } = await lived(life, async () => undefined);
        crashes.set(undefined);
        const isWhole = !crashes.isCrashed;
        if (!isWhole) await service.restart();
        const place = `${side} write ${number}: ${answered} of ${life.steps.length} answered`;
        // A step without an answer was done completely, or not at all.
        const possible = isCut ? [states[answered], states[answered + 1]] : [states[answered]];
        expect(possible, place).toContainEqual(await life.seen(service));
        await life.clear(service);
        expect(await rowsKept(), place).toEqual(before);
        if (!isWhole) continue;
        // Every other step writes at least once.
        expect(number).toBeGreaterThan(life.steps.length - (life.stepsElsewhere ?? 0));
        break;
      }
  });
