import type { ServiceError } from "#shared/contract/errors.ts";
import { apiKeysIn, checkedTarget, withoutApiKey } from "../path-rules.ts";
import { odataFreeNames, odataPath } from "./path.ts";

interface InnerTargetRules {
  /** Every prefix that the service answers under: clients write one that the batch did not come by. */
  readonly prefixes: readonly string[];
  /** Hosts that an absolute address may name: ours as callers write it, and the server's. In lower case. */
  readonly hosts: ReadonlySet<string>;
  /** The path of the file that the batch is sent to, as it goes on. */
  readonly base: string;
  /** The path of an address as a call of its own would send it on. @throws ServiceError when the caller may not go there */
  readonly sent: (wanted: ReturnType<typeof odataPath>) => string;
  /** Says why an address is not taken, in the words of what it stands in. */
  readonly refused: (reason: string) => ServiceError;
}

/** Where an address inside a call leads: absolute, from the host's root, relative to the file, or through the answer to an earlier call of a batch. */
export function innerTarget({ prefixes, hosts, base, sent, refused }: InnerTargetRules) {
  const withoutHost = (address: string): string => {
    const [start, host = ""] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? [];
    if (start === undefined) return address;
    if (!hosts.has(host.toLowerCase())) throw refused("an address has another host");
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
    // Without a slash at its start: so FileMaker Server itself spells what it sends to webhooks.
    const fromRoot = withoutPrefix(local.startsWith("fmi/odata/") ? `/${local}` : local);
    const { path, query } = checkedTarget(fromRoot.startsWith("/") ? fromRoot : `${base}/${fromRoot}`, odataFreeNames);
    const wanted = odataPath(path);
    if (wanted.kind === "batch") throw refused("an address is that of a batch");
    return sent(wanted) + withoutKey(query);
  };
}

/** A client that adds its key to every address adds it to these. */
function withoutKey(query: string): string {
  return query !== "" && apiKeysIn(query).length > 0 ? withoutApiKey(query) : query;
}
