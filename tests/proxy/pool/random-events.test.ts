import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { verifies } from "../../support/verifies.ts";
import { accounts, files, type PoolEvent, runPools } from "./support/random-pools.ts";

const process = fc.nat({ max: 2 });
const account = fc.nat({ max: 1 });
const call: fc.Arbitrary<PoolEvent> = fc.record({
  kind: fc.constant("call" as const),
  process,
  account,
  file: fc.nat({ max: 1 }),
});
const death: fc.Arbitrary<PoolEvent> = fc.oneof(
  fc.record({ kind: fc.constant("kill" as const), place: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant("restart" as const) }),
  fc.record({ kind: fc.constant("logout" as const), process, account }),
);
const time: fc.Arbitrary<PoolEvent> = fc.oneof(
  fc.record({
    kind: fc.constant("turn" as const),
    milliseconds: fc.constantFrom(250, 5_000, 11_000, 700_000, 900_000),
  }),
  fc.record({ kind: fc.constant("sweep" as const), process }),
);

const eventsOf = (...kinds: { arbitrary: fc.Arbitrary<PoolEvent>; weight: number }[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 60, size: "max" });
const calm = eventsOf({ arbitrary: call, weight: 8 }, { arbitrary: death, weight: 2 });
const wild = eventsOf({ arbitrary: call, weight: 8 }, { arbitrary: death, weight: 2 }, { arbitrary: time, weight: 2 });

const isDeath = ({ kind }: PoolEvent) => kind === "kill" || kind === "restart" || kind === "logout";

verifies(
  "proxy:pool:cold",
  "in any order of events, a pool logs in once, and once more for each end of its session",
  async () => {
    const masterKeyFile = join(scratchFolder(), "master.key");
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), calm, async (scheduler, events) => {
        const seen = await runPools(scheduler, events, { masterKeyFile, maxSessions: 1_000 });
        expect(seen.wrongs).toEqual([]);
        expect(seen.failures).toEqual([]);
        const deaths = events.filter(isDeath).length;
        for (const user of accounts) {
          for (const database of files) {
            const called = events.some(
              (one) => one.kind === "call" && accounts[one.account] === user && files[one.file] === database,
            );
            expect(seen.server.logins(user, database)).toBeLessThanOrEqual(called ? 1 + deaths : 0);
            expect(seen.server.living(user, database)).toBeLessThanOrEqual(1);
          }
        }
        // Only a second death during a call reaches its caller.
        if (deaths < 2) expect(seen.refused).toEqual([]);
        const calls = events.filter(({ kind }) => kind === "call").length;
        expect(seen.answered + seen.refused.length).toBe(calls);
        for (const error of seen.refused) expect(error).toBe("token_refresh_failed");
      }),
      { numRuns: 150 },
    );
  },
);

verifies(
  "proxy:pool:kept-apart",
  "in any order of events, no session serves another account or file, or a request after its end",
  async () => {
    const masterKeyFile = join(scratchFolder(), "master.key");
    const maxSessions = fc.constantFrom(1, 3, 1_000);
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), wild, maxSessions, async (scheduler, events, most) => {
        const seen = await runPools(scheduler, events, { masterKeyFile, maxSessions: most });
        expect(seen.wrongs).toEqual([]);
        expect(seen.failures).toEqual([]);
        expect(seen.maxLiving).toBeLessThanOrEqual(8);
        for (const error of seen.refused) expect(error).toMatch(/^(token_refresh_failed|sessions_exhausted)$/);
      }),
      { numRuns: 150 },
    );
  },
);
