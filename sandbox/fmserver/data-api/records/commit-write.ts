import type { Changer } from "../../world/changes/store-record.ts";
import { beginTransaction, type Transaction } from "../../world/changes/transaction.ts";
import type { SessionCall } from "../operation.ts";
import { validateRecord } from "./validate-record.ts";
import type { WriteOptions } from "./write-options.ts";

/** Runs a write as a transaction: a failure leaves no changes. */
export function commitWrite<Result>(
  call: SessionCall,
  options: WriteOptions,
  change: (transaction: Transaction) => Result,
): Result {
  const transaction = beginTransaction(changerOf(call));
  try {
    const result = change(transaction);
    for (const touched of transaction.touched()) validateRecord(call.database, touched, options.entersAsScript);
    transaction.commit().announce();
    return result;
  } catch (error) {
    transaction.rollback();
    throw error;
  }
}

/** Returns the user that makes changes in this call. */
export function changerOf(call: SessionCall): Changer {
  return { account: call.session.account.account.name, clock: call.host.clock, world: call.host.world };
}
