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
/** Additional time in milliseconds for which a document is used if it can't be read. */
const staleMs = 24 * 60 * minuteMs;
/** Authentication methods with a secret, which would be public in a document. */
const secretMethods = new Set(["client_secret_basic", "client_secret_post", "client_secret_jwt"]);

interface MetadataDocumentsDependencies {
  readonly store: ClientStore;
  readonly callouts: Pick<Callouts, "call">;
  readonly clock: Clock;
  /** Hosts to read from. Empty allows all. */
  readonly hosts: readonly string[];
}

/** Result of reading a document: the client, undefined if the document doesn't describe one, or "unheard" if it can't be read. */
type DocumentResult = { readonly client: ClientRecord | undefined } | "unheard";

/**
 * Creates clients whose id is the URL of their metadata document. The single egress client reads it, from an address that is
 * checked before anything is sent. Any failure takes as long as a server that doesn't respond, so that its duration reveals nothing about
 * an address. If a document that was read within the last day can't be read, it is still used, so that an outage of another server doesn't
 * lock users out.
 */
export function metadataDocuments({ store, callouts, clock, hosts }: MetadataDocumentsDependencies) {
  const fetched = async (
    url: URL,
    clientId: string,
    known: ClientRecord | undefined,
    signal: AbortSignal,
  ): Promise<DocumentResult> => {
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
    // A host that was removed from the list is no longer accepted, even if cached.
    const known = url === undefined ? undefined : await store.get(clientId);
    if (known !== undefined && known.freshUntil > clock.now()) return known.client;
    const ended = new AbortController();
    const silence = clock.sleep(timeoutMs).then((): DocumentResult => "unheard");
    const asked: Promise<DocumentResult> =
      url === undefined
        ? silence
        : fetched(url, clientId, known?.client, ended.signal).catch((thrown: unknown): DocumentResult => {
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

/** Returns the client that a document describes; undefined if it is invalid or describes another URL. */
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
  // Many documents list no grant types, and expect refresh tokens.
  const grantTypes =
    document.grant_types === undefined ? (["authorization_code", "refresh_token"] as const) : undefined;
  return {
    ...{ schema: 1, clientId, ...read.client, registeredAt: now },
    ...(grantTypes !== undefined && { grantTypes: [...grantTypes] }),
  };
}

/** Returns the cache time of a document in milliseconds: as its headers say, between five minutes and a day. */
function freshMs(cacheControl = ""): number {
  const [, seconds] = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl) ?? [];
  return Math.min(longestMs, Math.max(shortestMs, Number(seconds ?? 0) * 1000));
}

function objectIn(body: Uint8Array): Readonly<Record<string, unknown>> {
  const value = jsonOrNothing(body);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
