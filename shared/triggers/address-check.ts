import { ServiceError } from "#shared/contract/errors.ts";
import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";

/** Timeout for looking a name up, in milliseconds. */
const lookUpMs = 5_000;

/**
 * Applies the rule for our own calls to a URL that FileMaker Server calls itself. The server looks up the name again when it sends, so a
 * later change of its address is only found by the next check.
 * @throws ServiceError trigger_address_refused, trigger_address_unknown
 */
export function addressCheck({ addressOf }: Pick<Callouts, "addressOf">): (url: string) => Promise<void> {
  return async (url) => {
    try {
      await addressOf(new URL(url).hostname.replace(/^\[|\]$/g, ""), lookUpMs);
    } catch (cause) {
      if (cause instanceof CalloutRefused)
        throw new ServiceError("trigger_address_refused", { text: cause.message, cause });
      if (cause instanceof CalloutFailed)
        throw new ServiceError("trigger_address_unknown", { text: cause.message, cause });
      throw cause;
    }
  };
}
