import { isIP } from "node:net";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { isLoopbackHost } from "#shared/contract/values/loopback.ts";

/** Rules on the origin and host name of callers. */
export interface CallerRules {
  /** Returns the public base URL of the service. */
  readonly baseUrl: () => string;
  /** Origins whose pages can call, in addition to our own. */
  readonly origins: readonly string[];
  /** True if callers can reach this process under any host name. On AWS, the gateway checks host names. */
  readonly checksHost: boolean;
}

/**
 * Rejects pages of other origins and host names of others that resolve to this machine: a page can let its own name resolve here and then
 * call this server as if it were its own (DNS rebinding). This doesn't work with IP addresses.
 * @throws ServiceError mcp_host_refused, mcp_origin_refused
 */
export function checkCaller({ http, header }: Pick<RawCall, "http" | "header">, rules: CallerRules): void {
  if (rules.checksHost && !http.fromTrustedProxy && !isKnownHost(header("host") ?? "", rules))
    throw new ServiceError("mcp_host_refused");
  const origin = header("origin");
  if (origin === undefined) return;
  // Any page can have the origin `null`. It is allowed for web viewers, which call the APIs.
  const isListed = origin !== "null" && rules.origins.includes(origin);
  if (!isOwnOrigin(origin, new URL(rules.baseUrl())) && !isListed) throw new ServiceError("mcp_origin_refused");
}

function isKnownHost(called: string, { baseUrl }: Pick<CallerRules, "baseUrl">): boolean {
  const host = URL.parse(`http://${called}`)?.hostname;
  if (host === undefined) return false;
  return isLoopbackHost(host) || isAddress(host) || host === new URL(baseUrl()).hostname;
}

/** Returns true for our own origin, including other loopback names of this machine. */
function isOwnOrigin(origin: string, base: URL): boolean {
  const given = URL.parse(origin);
  if (given === null) return false;
  const isHere = isLoopbackHost(base.hostname) && isLoopbackHost(given.hostname) && given.port === base.port;
  return given.origin === base.origin || (isHere && given.protocol === base.protocol);
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, "")) !== 0;
}
