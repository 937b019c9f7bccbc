import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import { Refused } from "../../refused.ts";

/** Maximum milliseconds for looking up a name. */
const lookupMs = 10_000;

/** Returns the address of a file server after checking it. @throws Refused */
export async function checkedAddress(callouts: Pick<Callouts, "addressOf">, host: string): Promise<string> {
  try {
    return await callouts.addressOf(host, lookupMs);
  } catch (thrown) {
    if (thrown instanceof CalloutRefused) throw new Refused("not-allowed", thrown.message, { cause: thrown });
    if (thrown instanceof CalloutFailed) throw new Refused("failed", thrown.message, { cause: thrown });
    throw thrown;
  }
}
