import { ServiceError } from "#shared/contract/errors.ts";
import type { Admission, KeyCache } from "#shared/keys/api.ts";
import type { AddressRules } from "../addresses/address-rules.ts";
import { admittedCall, type CheckedCall } from "../checked-call.ts";
import { headerValues } from "../relay/header-values.ts";
import { ProxiedExchange, type RelayPlan } from "../relay/proxied-exchange.ts";
import { bodyOf, canResend, type RelayPlans } from "../relay/relay-plans.ts";
import type { Identities, Identity } from "./identities.ts";

/** FileMaker Server redirects a container's address once, to itself. */
const maxRedirects = 3;
const sessionCookie = /(?:^|[;,]\s*)X-FMS-Session-Key=/i;

interface ContainerDataDependencies {
  readonly keyCache: Pick<KeyCache, "used">;
  readonly admission: Admission;
  readonly identities: Identities;
  readonly planOf: RelayPlans;
  readonly rules: Pick<AddressRules, "streamingTarget">;
}

/**
 * Relays calls of container addresses. For a caller with a key and without FileMaker Server's cookie, the redirect that sets the cookie is
 * followed, so that clients without cookies get the data.
 */
export function containerData({ keyCache, admission, identities, planOf, rules }: ContainerDataDependencies) {
  /** Returns undefined for callers without a key, who can open the address like FileMaker Server's own. */
  const callerOf = async (checked: CheckedCall): Promise<Identity | undefined> => {
    const { credential, outcome } = checked;
    if (credential.kind === "none") return undefined;
    try {
      return await identities.identify(credential, outcome);
    } catch (thrown) {
      // A token of FileMaker Server, or one that has expired. The address alone opens the data.
      if (credential.kind === "token" && thrown instanceof ServiceError && thrown.error === "session_unknown")
        return undefined;
      throw thrown;
    }
  };

  return async (checked: CheckedCall, path: string): Promise<void> => {
    const caller = await callerOf(checked);
    if (caller !== undefined) {
      keyCache.used(caller.handle);
      if (caller.handle.guard !== undefined) await admission.admit(caller.handle, admittedCall(checked));
    }
    const plan = planOf(checked, path, await bodyOf(checked));
    const isFollowed = caller !== undefined && !headerValues(checked.call.headers, "cookie").some(isSession);
    await (isFollowed ? followed(plan, rules) : relayed(plan));
  };
}

const isSession = (cookies: string): boolean => sessionCookie.test(cookies);

/** Runs a plan, again after a failure that allows it. Returns false if `acceptHead` turned the response down. */
async function relayed(plan: RelayPlan): Promise<boolean> {
  let ending = await ProxiedExchange.run(plan, false);
  if (ending.kind === "failed" && canResend(plan, ending)) ending = await ProxiedExchange.run(plan, false);
  if (ending.kind === "failed") throw ending.error;
  return ending.kind !== "turnedDown";
}

/** Runs a plan, and follows redirects to container data. */
async function followed(plan: RelayPlan, rules: Pick<AddressRules, "streamingTarget">): Promise<void> {
  const headers = plan.headers.filter((_, index, all) => all[index - (index % 2)]?.toLowerCase() !== "cookie");
  let { path } = plan;
  let cookies: readonly string[] = headerValues(plan.headers, "cookie");
  for (let redirects = 0; ; redirects += 1) {
    let next: Redirect | undefined;
    const acceptHead = (status: number, raw: readonly string[]): boolean => {
      next = redirects < maxRedirects ? redirectIn(status, raw, rules) : undefined;
      return next === undefined;
    };
    const cookie = cookies.length === 0 ? [] : ["Cookie", cookies.join("; ")];
    // The response depends on the key, so that no cache must store it.
    if (await relayed({ ...plan, path, headers: [...headers, ...cookie], noStore: true, acceptHead })) return;
    if (next === undefined) return;
    path = next.path;
    cookies = [...cookies, ...next.cookies];
  }
}

interface Redirect {
  readonly path: string;
  readonly cookies: readonly string[];
}

/** Returns the container data that a redirect leads to. Undefined for other responses, and for redirects to other places. */
function redirectIn(
  status: number,
  raw: readonly string[],
  rules: Pick<AddressRules, "streamingTarget">,
): Redirect | undefined {
  if (status < 301 || status > 308) return undefined;
  const path = rules.streamingTarget(headerValues(raw, "location")[0] ?? "");
  if (path === undefined) return undefined;
  return { path, cookies: headerValues(raw, "set-cookie").map((cookie) => (cookie.split(";")[0] ?? "").trim()) };
}
