import { validateRecord } from "../data-api/records/validate-record.ts";
import { FmError } from "../fm-error.ts";
import { beginTransaction, type Transaction } from "../world/changes/transaction.ts";
import type { ODataCall } from "./odata-call.ts";

/** Runs a change as a transaction: a failure leaves no changes, and an enclosing changeset can still revert it. @throws FmError */
export function commitChanges<Result>(call: ODataCall, change: (transaction: Transaction) => Result): Result {
  if (call.host.faults.use("lockedRecord", call.incoming) !== undefined) throw new FmError("301");
  const { account, host } = call;
  const transaction = beginTransaction({ account: account.account.name, clock: host.clock, world: host.world });
  try {
    const result = change(transaction);
    for (const touched of transaction.touched()) validateRecord(call.database, touched, false);
    call.done.push(transaction.commit());
    return result;
  } catch (error) {
    transaction.rollback();
    throw error;
  }
}
