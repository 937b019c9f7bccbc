import { onTestFinished } from "vitest";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Table } from "#shared/ports/table.ts";
import { type CheckOutcome, loginLimiter } from "#shared/sessions/login-limiter/login-limiter.ts";
import { openVault } from "../../../../local-runtime/secrets/vault.ts";
import { openTable } from "../../../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../../../support/clocks/turnable-clock.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";

/** Outcome of a check, or `too_many_attempts` if it wasn't made. */
export type Seen = CheckOutcome | "too_many_attempts";

/** Returns a separate limiter, on a clock that stands still, in front of a server with accounts whose password is "right". */
export function aLimiter({ decorate = (table: Table) => table, hasOthers = false } = {}) {
  const clock = turnableClock();
  const ids = systemIds(clock);
  const local = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  const sealing = openVault({ file: `${scratchFolder()}/master.key`, createIfMissing: true, clock, ids });
  const vault = withFingerprints({ storeWaitMs: 2_000, vault: sealing, table: local, clock, ids });
  onTestFinished(() => local.close());
  const limiter = loginLimiter({ table: decorate(local), vault, clock, hasOthers, isKnownNetwork: () => false });
  let checks = 0;

  return {
    clock,
    minutes: (count: number) => clock.turn(count * 60_000),
    get checks() {
      return checks;
    },
    /** Tries a password from an address, and waits if the check is slowed down. */
    async attempt(address: string, user: string, pass: string, browser?: string): Promise<Seen & string> {
      const client: Client = { address, limits: undefined, browser };
      const under = limiter.attempt({ client, kind: "admin account", names: [user] }, async () => {
        checks += 1;
        return pass === "right" ? "accepted" : "refused";
      });
      const seen = under.catch((thrown: unknown) => {
        if (thrown instanceof ServiceError && thrown.error === "too_many_attempts") return thrown.error;
        throw thrown;
      });
      let isOver = false;
      const done = seen.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await new Promise(setImmediate);
        if (!isOver && clock.sleepers > 0) await clock.turn(1_000);
      }
      return (await done) as Seen;
    },
  };
}
