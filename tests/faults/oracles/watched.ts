import { type Call, caller } from "../load/caller.ts";
import { type Ledger, newLedger } from "../load/ledger.ts";
import type { StartedLatchkey } from "../support/latchkey.ts";

/** Running product with the answers to its callers. */
export interface Watched {
  /** The current process if the product was restarted. */
  readonly latchkey: StartedLatchkey;
  readonly ledger: Ledger;
  readonly call: Call;
  /** Starts the product again on its folder, if it has ended. */
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
