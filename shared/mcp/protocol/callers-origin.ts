import { isIP } from "node:net";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { isLoopbackHost } from "#shared/contract/values/loopback.ts";

/** What is known of where callers come from. */
export interface CallerRules {
  /** Where callers reach the service. */
  readonly baseUrl: () => string;
  /** Origins whose pages may call, beside our own. */
  readonly origins: readonly string[];
  /** Whether callers reach this process by any name that leads to it; on AWS a gateway sees to names. */
  readonly checksHost: boolean;
}

/**
 * Refuses pages of other origins, and names that were made to lead here: a page can have its own name resolve to this machine, and then calls it
 * like its own server (DNS rebinding). An address in place of a name cannot be made to.
 * @throws ServiceError mcp_host_refused, mcp_origin_refused
 */
export function checkCaller({ http, header }: Pick<RawCall, "http" | "header">, rules: CallerRules): void {
  if (rules.checksHost && !http.fromTrustedProxy && !isKnownHost(header("host") ?? "", rules))
    throw new ServiceError("mcp_host_refused");
  const origin = header("origin");
  if (origin !== undefined && !isOwnOrigin(origin, new URL(rules.baseUrl())) && !rules.origins.includes(origin))
    throw new ServiceError("mcp_origin_refused");
}

function isKnownHost(called: string, { baseUrl }: Pick<CallerRules, "baseUrl">): boolean {
  const host = URL.parse(`http://${called}`)?.hostname;
  if (host === undefined) return false;
  return isLoopbackHost(host) || isAddress(host) || host === new URL(baseUrl()).hostname;
}

/** A machine has several names for itself. */
function isOwnOrigin(origin: string, base: URL): boolean {
  const given = URL.parse(origin);
  if (given === null) return false;
  const isHere = isLoopbackHost(base.hostname) && isLoopbackHost(given.hostname) && given.port === base.port;
  return given.origin === base.origin || (isHere && given.protocol === base.protocol);
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, "")) !== 0;
}
