import { jsonOrNothing } from "#shared/http/json-or-nothing.ts";
import { type CalloutAnswer, CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ClientRecord } from "../record.ts";
import { documentAddress } from "../rules.ts";
import type { ClientStore } from "./client-store.ts";
import { clientIn } from "./registration.ts";

const timeoutMs = 2_500;
const largestBytes = 65_536;
const minuteMs = 60_000;
const shortestMs = 5 * minuteMs;
const longestMs = 24 * 60 * minuteMs;
/** How long a document is good beyond that, where nothing is heard of it. */
const staleMs = 24 * 60 * minuteMs;
/** Any of these would be a secret that everybody can read. */
const secretMethods = new Set(["client_secret_basic", "client_secret_post", "client_secret_jwt"]);

interface MetadataDocumentsDependencies {
  readonly store: ClientStore;
  readonly callouts: Pick<Callouts, "call">;
  readonly clock: Clock;
  /** The only hosts that are asked; empty: all. */
  readonly hosts: readonly string[];
}

/** What became of a document: the client, or none where it says so, or nothing was heard of it. */
type Asked = { readonly client: ClientRecord | undefined } | "unheard";

/**
 * Clients whose id is the address of their metadata document. It is fetched by the one egress client (O1, O2), at an address that was checked before
 * anything is sent. Whatever keeps a document from being read takes as long as a server that is silent: how long a refusal takes says nothing of what
 * is behind an address. Where nothing is heard of a document that was read within the last day, it is good as it was: users are not to be kept out
 * because another server is down for a while.
 */
export function metadataDocuments({ store, callouts, clock, hosts }: MetadataDocumentsDependencies) {
  const fetched = async (
    url: URL,
    clientId: string,
    known: ClientRecord | undefined,
    signal: AbortSignal,
  ): Promise<Asked> => {
    const answer = await callouts.call({ method: "GET", url, timeoutMs, largestBytes: largestBytes + 1, signal });
    if (answer.status >= 500) return "unheard";
    const read = clientAt(clientId, answer, clock.now());
    if (read === undefined) return { client: undefined };
    const freshUntil = clock.now() + freshMs(answer.header("cache-control"));
    const signedInTo = known?.signedInTo;
    const client = signedInTo === undefined ? read : { ...read, signedInTo };
    await (known === undefined ? store.add : store.keep)(client, freshUntil + staleMs, freshUntil);
    return { client };
  };

  return async (clientId: string): Promise<ClientRecord | undefined> => {
    if (!clientId.startsWith("https://")) return undefined;
    const url = documentAddress(clientId, hosts);
    // A host that was taken off the list is not known any more either.
    const known = url === undefined ? undefined : await store.get(clientId);
    if (known !== undefined && known.freshUntil > clock.now()) return known.client;
    const ended = new AbortController();
    const silence = clock.sleep(timeoutMs).then((): Asked => "unheard");
    const asked: Promise<Asked> =
      url === undefined
        ? silence
        : fetched(url, clientId, known?.client, ended.signal).catch((thrown: unknown): Asked => {
            if (thrown instanceof CalloutRefused) return { client: undefined };
            if (thrown instanceof CalloutFailed || ended.signal.aborted) return "unheard";
            throw thrown;
          });
    const received = await Promise.race([silence, asked]);
    ended.abort();
    if (received !== "unheard" && received.client !== undefined) return received.client;
    await silence;
    if (received === "unheard") return known?.client;
    if (known !== undefined) await store.forget(clientId);
    return undefined;
  };
}

/** The client that a document describes; undefined where it describes none, or another than the address that it is at. */
export function clientAt(
  clientId: string,
  { status, body }: Pick<CalloutAnswer, "status" | "body">,
  now: number,
): ClientRecord | undefined {
  if (status !== 200 || body.length > largestBytes) return undefined;
  const document = objectIn(body);
  const { client_id: id, client_name: name, token_endpoint_auth_method: method } = document;
  if (id !== clientId || typeof name !== "string" || name.trim() === "") return undefined;
  if ("client_secret" in document || (typeof method === "string" && secretMethods.has(method))) return undefined;
  const read = clientIn({ ...document, client_name: name.slice(0, 200) });
  if ("error" in read) return undefined;
  // Many documents name no grants, and expect to come back without their user.
  const grantTypes =
    document.grant_types === undefined ? (["authorization_code", "refresh_token"] as const) : undefined;
  return {
    ...{ schema: 1, clientId, ...read.client, registeredAt: now },
    ...(grantTypes !== undefined && { grantTypes: [...grantTypes] }),
  };
}

/** How long a document is not asked for again: as it says, within five minutes and a day. */
function freshMs(cacheControl = ""): number {
  const [, seconds] = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl) ?? [];
  return Math.min(longestMs, Math.max(shortestMs, Number(seconds ?? 0) * 1000));
}

function objectIn(body: Uint8Array): Readonly<Record<string, unknown>> {
  const value = jsonOrNothing(body);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
