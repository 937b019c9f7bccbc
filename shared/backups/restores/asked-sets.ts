import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { asked } from "../locations/asked-store.ts";

/** What a store answers on sets, with what cannot be opened in the catalogue's words, too. @throws ServiceError */
export async function askedSets<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await asked("offsite_call_refused", ask);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableObject)) throw thrown;
    throw new ServiceError("offsite_backup_unreadable", { text: thrown.message, cause: thrown });
  }
}
