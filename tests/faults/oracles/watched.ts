import { type Call, caller } from "../load/caller.ts";
import { type Ledger, newLedger } from "../load/ledger.ts";
import type { StartedLatchkey } from "../support/latchkey.ts";

/** A running product with what its callers were answered. */
export interface Watched {
  /** Of a product that was started again, the newest. */
  readonly latchkey: StartedLatchkey;
  readonly ledger: Ledger;
  readonly call: Call;
  /** Starts the product again on its folder, where it has ended. */
  startAgain(): Promise<void>;
}

export function watchedProduct(
  first: StartedLatchkey,
  start: () => Promise<StartedLatchkey>,
  deadlineSeconds: number,
): Watched {
  let latchkey = first;
  const ledger = newLedger();
  return {
    get latchkey() {
      return latchkey;
    },
    ledger,
    call: caller(() => latchkey, ledger, deadlineSeconds),
    async startAgain() {
      latchkey = await start();
    },
  };
}
