import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";

/** Rules for calls that this service makes. */
export interface CalloutRules {
  /** True if the service may connect to an address. */
  readonly isAllowed: (address: string) => boolean;
  /** Resolves a name to all of its addresses. */
  readonly addressesOf?: (name: string) => Promise<readonly string[]>;
  /** False refuses every call: PREVENT_DAPI_CALLOUT. Default: true. */
  readonly areOn?: boolean;
}

/** Resolves a host once and returns its checked address. @throws CalloutRefused, CalloutFailed */
export type CheckedAddress = (host: string, timeoutMs: number) => Promise<string>;

export function checkedAddress({ isAllowed, addressesOf = resolved, areOn = true }: CalloutRules): CheckedAddress {
  const address = async (host: string): Promise<string> => {
    const found = isIP(host) === 0 ? await addressesOf(host) : [host];
    const [first] = found;
    if (first === undefined) throw new CalloutFailed(`Couldn't find an address for ${host}.`);
    // All of them must be allowed: a name with one good and one bad address is designed to be resolved twice.
    if (!found.every(isAllowed))
      throw new CalloutRefused(
        `Blocked: ${host} is this machine or has a private address. \`CALLOUT_NETWORKS\` must list private networks.`,
      );
    return first;
  };

  return async (host, timeoutMs) => {
    if (!areOn) throw new CalloutRefused("`PREVENT_DAPI_CALLOUT` is set, so Latchkey doesn't call other servers.");
    return Promise.race([address(host), aborted(AbortSignal.timeout(timeoutMs))]);
  };
}

async function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const fail = () => reject(new CalloutFailed("The DNS lookup timed out."));
  if (signal.aborted) fail();
  signal.addEventListener("abort", fail, { once: true });
  return promise;
}

async function resolved(name: string): Promise<readonly string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (cause) {
    throw new CalloutFailed(`Couldn't find an address for ${name}.`, { cause });
  }
}
