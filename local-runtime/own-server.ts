import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import type { OwnServer } from "../functions/platform.ts";

interface OwnServerOptions {
  readonly api: OwnServer["api"];
  /** Public address of the service. */
  readonly baseUrl: () => string;
  /** Port that the service listens on. */
  readonly port: () => number;
  /** Resolves a name to all of its addresses. */
  readonly addressesOf?: (name: string) => Promise<readonly string[]>;
}

/**
 * Recognizes addresses of this service: `BASE_URL`, and every name and address of this machine with the port of the service or that of
 * `BASE_URL`. Another service on this machine has another port.
 */
export function ownServer({ api, baseUrl, port, addressesOf = resolved }: OwnServerOptions): OwnServer {
  return {
    api,
    async isOwn(address) {
      const [called, own] = [new URL(address), new URL(baseUrl())];
      if (called.origin === own.origin) return true;
      if (![String(port()), portOf(own)].includes(portOf(called))) return false;
      const host = called.hostname.replace(/^\[|\]$/g, "");
      if ([own.hostname, hostname().toLowerCase(), "localhost"].includes(host)) return true;
      const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
      const local = localAddresses();
      return addresses.length > 0 && addresses.every((one) => local.has(one) || one.startsWith("127."));
    },
  };
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}

function localAddresses(): ReadonlySet<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)));
}

/** Returns no address for an unknown name, which the call itself then reports. */
async function resolved(name: string): Promise<readonly string[]> {
  return lookup(name, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
}
