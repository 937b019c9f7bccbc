import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { asked } from "../locations/asked-store.ts";

/** Reads sets from a store, and converts its errors and unreadable objects to errors of the catalog. @throws ServiceError */
export async function askedSets<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await asked("offsite_call_refused", ask);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableObject)) throw thrown;
    throw new ServiceError("offsite_backup_unreadable", { text: thrown.message, cause: thrown });
  }
}
