import { ServiceError } from "#shared/contract/errors.ts";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";

/** What a store answers, with its refusals and its silence in the catalogue's words. @throws ServiceError */
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
