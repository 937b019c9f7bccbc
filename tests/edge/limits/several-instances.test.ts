import { expect, onTestFinished } from "vitest";
import { ServiceError } from "#shared/contract/errors.ts";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { loginLimiter } from "#shared/sessions/login-limiter/login-limiter.ts";
import { openVault } from "../../../local-runtime/secrets/vault.ts";
import { openTable } from "../../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../../support/clocks/turnable-clock.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { verifies } from "../../support/verifies.ts";

/**
 * Returns limiters of this number of processes over one table, each with one guess at a time, and a server that answers when `turn` allows
 * it.
 */
function instances(count: number, { hasOthers = true, hangsMs = 0 } = {}) {
  const clock = turnableClock();
  const ids = systemIds(clock);
  const table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  onTestFinished(() => table.close());
  const sealing = openVault({ file: `${scratchFolder()}/master.key`, createIfMissing: true, clock, ids });
  const vault = withFingerprints({ storeWaitMs: 2_000, vault: sealing, table, clock, ids });
  const asked = hangsMs === 0 ? table : hanging(clock, hangsMs);
  const limiters = Array.from({ length: count }, () =>
    loginLimiter({ table: asked, vault, clock, hasOthers, isKnownNetwork: () => false }),
  );
  let checks = 0;
  const attempt = async (number: number, outcome: "accepted" | "refused" | "undecided", ms = 80) => {
    const client = { address: `192.0.${number}.7`, limits: undefined };
    const limiter = limiters[number] as (typeof limiters)[number];
    const check = async () => {
      checks += 1;
      await clock.sleep(ms);
      return outcome;
    };
    try {
      return await limiter.attempt({ client, kind: "admin account", names: ["admin"] }, check);
    } catch (thrown) {
      if (thrown instanceof ServiceError) return thrown.error;
      throw thrown;
    }
  };
  /** Returns the answers, turning the clock until all have arrived. */
  const all = async <T>(attempts: readonly Promise<T>[]): Promise<readonly T[]> => {
    let isOver = false;
    const answers = Promise.all(attempts).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(setImmediate);
      if (!isOver && clock.sleepers > 0) await clock.turn(50);
    }
    return answers;
  };
  return { clock, attempt, all, checks: () => checks };
}

const atOnce = 60;
/** Number of attempts that an account allows from all addresses that never signed in to it. */
const allowed = 20;

verifies("access:limits:parallel", "across many instances at the same time", async () => {
  const { attempt, all, checks } = instances(atOnce);
  const seen = await all(Array.from({ length: atOnce }, (_, number) => attempt(number, "refused")));
  expect(checks()).toBe(allowed);
  expect(seen.filter((each) => each === "refused")).toHaveLength(allowed);
  expect(seen.filter((each) => each === "too_many_attempts")).toHaveLength(atOnce - allowed);
});

verifies(
  "access:limits:parallel",
  "a success, or an attempt without a result, frees its place for the next",
  async () => {
    const { attempt, all, checks } = instances(atOnce);
    const outcome = (number: number) => (number % 2 === 0 ? "accepted" : "undecided");
    const seen = await all(Array.from({ length: atOnce }, (_, number) => attempt(number, outcome(number))));
    expect(seen).not.toContain("too_many_attempts");
    expect(checks()).toBe(atOnce);
  },
);

verifies("access:limits:parallel", "a crashed process frees its places after a minute", async () => {
  const { clock, attempt, all } = instances(allowed + 1);
  const gone = Array.from({ length: allowed }, (_, number) => attempt(number, "undecided", 3_600_000));
  while (clock.sleepers < allowed) await new Promise(setImmediate);
  expect(await all([attempt(allowed, "undecided")])).toEqual(["too_many_attempts"]);
  await clock.turn(61_000);
  expect(await all([attempt(allowed, "undecided")])).toEqual(["undecided"]);
  await clock.turn(3_600_000);
  await Promise.all(gone);
});

verifies("access:limits:store-down", "a check waits once for a hanging store, for all of its requests", async () => {
  const hangsMs = 9_000;
  for (const hasOthers of [true, false]) {
    const { clock, attempt, all } = instances(1, { hasOthers, hangsMs });
    const since = clock.now();
    expect(await all([attempt(0, "accepted")])).toEqual(["accepted"]);
    expect(clock.now() - since).toBeLessThan(2 * hangsMs);
  }
});

/** Returns a table that doesn't answer for a while, and then fails. */
function hanging({ sleep }: Pick<Clock, "sleep">, ms: number): Table {
  const hang = () => sleep(ms).then(() => Promise.reject(new StoreUnavailable("The store hangs")));
  return { get: hang, query: hang, put: hang, update: hang, delete: hang, transact: hang };
}
