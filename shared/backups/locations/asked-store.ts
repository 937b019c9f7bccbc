import { ServiceError } from "#shared/contract/errors.ts";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";

/** Calls a store, and converts its errors and timeouts to errors of the catalog. @throws ServiceError */
export async function asked<T>(
  refusal: "offsite_store_refused" | "offsite_call_refused",
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof StoreRefused)
      throw new ServiceError(refusal, { text: thrown.message, detail: thrown.code, cause: thrown });
    if (thrown instanceof CalloutRefused || thrown instanceof CalloutFailed)
      throw new ServiceError("offsite_store_away", { text: thrown.message, cause: thrown });
    throw thrown;
  }
}
