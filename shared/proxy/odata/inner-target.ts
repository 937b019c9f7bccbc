import type { ServiceError } from "#shared/contract/errors.ts";
import { apiKeysIn, checkedTarget, withoutApiKey } from "../path-rules.ts";
import { odataFreeNames, odataPath } from "./path.ts";

interface InnerTargetRules {
  /** All prefixes of the service: clients can use another one than the batch itself. */
  readonly prefixes: readonly string[];
  /** Hosts that an absolute address can name, in lower case: ours, as callers write it, and the server's. */
  readonly hosts: ReadonlySet<string>;
  /** Forwarded path of the batch's file. */
  readonly base: string;
  /** Returns the forwarded path for an address, as for a separate call. @throws ServiceError if the caller has no access */
  readonly sent: (wanted: ReturnType<typeof odataPath>) => string;
  /** Returns the error for a rejected address, in terms of its context. */
  readonly refused: (reason: string) => ServiceError;
}

/**
 * Returns a function that translates an address inside a call: absolute, relative to the host's root or to the file, or based on the
 * response to an earlier call of a batch.
 */
export function innerTarget({ prefixes, hosts, base, sent, refused }: InnerTargetRules) {
  const withoutHost = (address: string): string => {
    const [start, host = ""] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? [];
    if (start === undefined) return address;
    if (!hosts.has(host.toLowerCase())) throw refused("a URL has another host");
    return address.length === start.length ? "/" : address.slice(start.length);
  };

  const withoutPrefix = (local: string): string => {
    const own = prefixes.find((prefix) => local.startsWith(`/${prefix}/fmi/odata/`));
    return own === undefined ? local : local.slice(own.length + 1);
  };

  return (address: string, contentIds: ReadonlySet<string>): string => {
    const local = withoutHost(address);
    const reference = /^\$([^/?(]+)(?=[/?(]|$)/.exec(local)?.[1];
    if (reference !== undefined && contentIds.has(reference)) {
      const { path, query } = checkedTarget(`/${local}`, () => true);
      return path.slice(1) + withoutKey(query);
    }
    // FileMaker Server itself writes them without a leading slash in what it sends to webhooks.
    const fromRoot = withoutPrefix(local.startsWith("fmi/odata/") ? `/${local}` : local);
    const { path, query } = checkedTarget(fromRoot.startsWith("/") ? fromRoot : `${base}/${fromRoot}`, odataFreeNames);
    const wanted = odataPath(path);
    if (wanted.kind === "batch") throw refused("a URL is that of a batch");
    return sent(wanted) + withoutKey(query);
  };
}

/** Removes the key from a query. Clients that add it to every address add it here too. */
function withoutKey(query: string): string {
  return query !== "" && apiKeysIn(query).length > 0 ? withoutApiKey(query) : query;
}
