import type { Log } from "#shared/ports/log.ts";

/** Maximum number of hosts that are logged, because callers choose them. */
const maxHosts = 5;

/**
 * Logs each host that callers use instead of the one in generated addresses, once. Without `BASE_URL`, the service can't know its public
 * name, and such callers get addresses that they may not reach or whose certificate doesn't match.
 */
export function calledHosts(log: Pick<Log, "info">, ownUrl: () => string): (host: string | undefined) => void {
  const seen = new Set<string>();
  return (host) => {
    if (host === undefined || seen.has(host) || seen.size > maxHosts) return;
    const { host: own, origin } = new URL(ownUrl());
    seen.add(host);
    if (host.toLowerCase() === own) return;
    log.info({
      event: "other_host_called",
      host: host.slice(0, 255),
      reason: `Generated addresses begin with ${origin}. Set BASE_URL to the address that clients use.`,
    });
  };
}
