import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Log } from "#shared/ports/log.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { OAuthAddresses } from "./addresses.ts";
import type { KnownClients } from "./clients/known-clients.ts";
import { maxRegistrationBytes, type registration } from "./clients/registration.ts";
import type { Grant, oauth } from "./contract.ts";
import type { StoredGrant } from "./grants/grant-store.ts";
import type { Grants } from "./grants/grants.ts";
import { documentAt, resourceMetadata, serverMetadata } from "./metadata.ts";
import type { OAuthResources } from "./resources.ts";
import { authorizeQuery } from "./server/authorize-query.ts";
import { answerOf, bodyOf, type Dispatch, type LibraryAnswer, sendAnswer } from "./server/bridge.ts";
import { publicKeys, type ServerKeys } from "./server/server-keys.ts";
import { pageHeaders, refusalPage } from "./sign-in/pages.ts";
import type { SignInAnswer, signIns } from "./sign-in/sign-in.ts";

interface OAuthDependencies {
  readonly addresses: () => OAuthAddresses;
  readonly resources: OAuthResources;
  readonly grants: Grants;
  readonly register: ReturnType<typeof registration>;
  readonly signIns: () => ReturnType<typeof signIns>;
  /** Returns the library, created on first use, with lookups of a request's internal error and rejected client. */
  readonly server: () => Promise<{
    readonly provider: Provider;
    readonly keys: ServerKeys;
    failureOf(request: object): unknown;
    refusedClientOf(request: object): string | undefined;
  }>;
  readonly isTrusted: KnownClients["isTrusted"];
  /**
   * Limits calls that are costly and need no credential.
   * @throws ServiceError client_registrations_exceeded, client_lookups_exceeded
   */
  readonly allow: (what: "registration" | "look-up", call: RawCall) => Promise<void>;
  /** Returns true if a client's metadata document is cached. */
  readonly isAtHand: (clientId: string) => Promise<boolean>;
  /** Returns the text of `security.txt`. Undefined if this installation has none. */
  readonly securityFile: () => string | undefined;
  readonly log: Pick<Log, "error" | "info">;
  readonly bodyMs: number;
}

const json = { "Content-Type": "application/json; charset=utf-8" } as const;
const anyOrigin = { "Access-Control-Allow-Origin": "*" } as const;

/** Creates the service for sign-ins of AI clients: documents, the protocol's endpoints, the page and the resulting grants. */
export function oauthService(dependencies: OAuthDependencies): ServiceOf<typeof oauth> {
  const { addresses, resources, grants, register, server, allow, isAtHand, isTrusted, securityFile, log, bodyMs } =
    dependencies;

  /** Sends our own errors as OAuth errors or as a page, because the protocol isn't ours. */
  const refused = (call: RawCall, thrown: unknown, asPage: boolean): void => {
    const { status, error, description, retryAfter } = inOAuthsWords(thrown);
    if (status >= 500) log.error({ event: "oauth_failed", error, reason: reasonOf(thrown), requestId: call.requestId });
    const wait = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
    if (!asPage) {
      sendAnswer(
        call,
        status,
        { ...json, ...anyOrigin, ...wait },
        JSON.stringify({ error, error_description: description }),
      );
      return;
    }
    const page = refusalPage({ error, error_description: description });
    sendAnswer(call, status, { ...pageHeaders(page), ...wait }, page.html);
  };
  const guarded = async (call: RawCall, work: () => Promise<void>, asPage = false): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      refused(call, thrown, asPage);
    }
  };

  /** Sends the library's response. Its internal errors are replaced by ours. */
  const byLibrary = async (call: RawCall, path: string, body?: string): Promise<void> => {
    const { provider, failureOf, refusedClientOf } = await server();
    let request: object = {};
    const handle = provider.callback();
    const dispatch: Dispatch = (given, response) => {
      request = given;
      return handle(given, response);
    };
    const answer = await answerOf(dispatch, call, {
      path,
      addresses: addresses(),
      bodyMs,
      ...(body !== undefined && { body }),
    });
    const failure = failureOf(request);
    if (failure !== undefined) throw failure;
    const refusal = redirectedRefusal(answer, refusedClientOf(request));
    if (refusal !== undefined && !(await isTrusted(refusal.clientId, refusal.location))) {
      // Anyone can register a client and could then redirect our users anywhere (RFC 9700, 4.11.2).
      const page = refusalPage(refusal);
      const cookies = answer.headers.filter(([name]) => /^set-cookie$/i.test(name));
      sendAnswer(call, 400, [...cookies, ...Object.entries(pageHeaders(page))], page.html);
      return;
    }
    const html = answer.headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes("html"));
    const headers = html
      ? [...answer.headers, ...Object.entries(pageHeaders(refusalPage({ error: "" })))]
      : answer.headers;
    sendAnswer(call, answer.status, uniqueHeaders(headers), answer.body);
  };

  const document = async (call: RawCall, path: string): Promise<void> => {
    if (call.http.method === "OPTIONS") {
      sendAnswer(call, 204, preflight(call, "GET, HEAD"));
      return;
    }
    if (path === "security.txt") {
      const text = securityFile();
      if (text !== undefined) {
        sendAnswer(call, 200, { "Content-Type": "text/plain; charset=utf-8", ...anyOrigin }, text);
        return;
      }
    }
    const found = documentAt(path, addresses().prefixes, call.http.prefix);
    const of = found === undefined || found === "server" ? undefined : found;
    const resource = of && (await resources.find(of.resource));
    const ofResource = resource && resourceMetadata(resource, addresses(), of.prefix);
    const body = found === "server" ? serverMetadata(addresses()) : ofResource;
    if (body === undefined) sendAnswer(call, 404, { ...json, ...anyOrigin }, JSON.stringify({ error: "not_found" }));
    else sendAnswer(call, 200, { ...json, ...anyOrigin }, JSON.stringify(body));
  };

  const onPage = async (
    call: RawCall,
    uid: string,
    perform: (provider: Provider, request: IncomingMessage, response: ServerResponse) => Promise<SignInAnswer>,
  ): Promise<void> => {
    const { provider } = await server();
    const { promise, resolve, reject } = Promise.withResolvers<SignInAnswer>();
    const dispatch: Dispatch = (request, response) => {
      perform(provider, request, response).then(
        (answer) => {
          resolve(answer);
          response.end();
        },
        (thrown: unknown) => {
          reject(thrown);
          response.end();
        },
      );
    };
    promise.catch(() => undefined); // Thrown below, after the library's response is complete.
    await answerOf(dispatch, call, { path: `/sign-in/${uid}`, addresses: addresses(), bodyMs, body: "" });
    const { status, headers, body, grantId } = await promise;
    if (grantId !== undefined) log.info({ event: "oauth_grant_given", grant: grantId, requestId: call.requestId });
    sendAnswer(call, status, headers, body);
  };

  const listed = async (slug: string | undefined) => ({ grants: (await grants.list(slug)).map(shownGrant) });

  return {
    discoverOAuth: ({ document: path }, call) => guarded(call, () => document(call, path)),
    discoverIssuer: ({ document: path }, call) =>
      guarded(call, () => document(call, `${path}/${addresses().prefixes[0]}/oauth`)),

    listOAuthKeys: (_, call) =>
      guarded(call, async () => {
        if (call.http.method === "OPTIONS") sendAnswer(call, 204, preflight(call, "GET, HEAD"));
        else sendAnswer(call, 200, { ...json, ...anyOrigin }, JSON.stringify(publicKeys((await server()).keys)));
      }),

    authorize: (_, call) =>
      guarded(
        call,
        async () => {
          const query = authorizeQuery(queryOf(call));
          const clientId = query.get("client_id") ?? "";
          if (clientId.startsWith("https://") && !(await isAtHand(clientId))) await allow("look-up", call);
          await byLibrary(call, `/authorize?${query}`);
        },
        true,
      ),
    resumeAuthorization: ({ interaction }, call) =>
      guarded(call, () => byLibrary(call, `/authorize/${interaction}`), true),

    showOAuthSignIn: ({ interaction: uid }, call) =>
      guarded(call, () => onPage(call, uid, (...at) => dependencies.signIns().show(...at, uid)), true),
    answerOAuthSignIn: ({ interaction: uid }, call) =>
      guarded(
        call,
        async () => {
          // A page of another site can submit a form here, but without the cookie; if the browser states the origin, that is checked too.
          if (call.header("sec-fetch-site") !== undefined && call.browser?.sender !== "own")
            throw new ServiceError("cross_site_refused");
          const form = new URLSearchParams(await bodyOf(call, bodyMs));
          await onPage(call, uid, (...at) => dependencies.signIns().answer(...at, { uid, form, call }));
        },
        true,
      ),

    exchangeOAuthToken: (_, call) => guarded(call, () => byLibrary(call, "/token")),
    revokeOAuthToken: (_, call) => guarded(call, () => byLibrary(call, "/revoke")),

    registerOAuthClient: (_, call) =>
      guarded(call, async () => {
        if (call.http.method === "OPTIONS") {
          sendAnswer(call, 204, preflight(call, "POST"));
          return;
        }
        await allow("registration", call);
        const { status, body } = await register(await bodyOf(call, bodyMs, maxRegistrationBytes));
        sendAnswer(call, status, { ...json, ...anyOrigin }, JSON.stringify(body));
      }),

    listOAuthGrants: ({ server }) => listed(server),
    listOAuthGrantsOfOldPath: ({ server }) => listed(server),

    async revokeOAuthGrant({ id }) {
      if (!(await grants.revoke(id))) throw new ServiceError("grant_not_found");
      return { ok: true };
    },
  };
}

/** Returns the error that the library sends to a client in a redirect; undefined for other responses. */
function redirectedRefusal({ headers }: LibraryAnswer, clientId: string | undefined) {
  const location = headers.find(([name]) => /^location$/i.test(name))?.[1];
  if (clientId === undefined || location === undefined) return undefined;
  const { searchParams } = new URL(location);
  return {
    ...{ clientId, location, error: searchParams.get("error") ?? "" },
    error_description: searchParams.get("error_description") ?? undefined,
  };
}

function shownGrant({ id, grant, expiresAt }: StoredGrant): Grant {
  const { clientName, clientHost, redirectHost, account, slug, file, scopes, createdAt, lastUsedAt } = grant;
  const { refreshReusedAt } = grant;
  const { role = null, toolGroups = null } = grant.administration ?? {};
  return {
    ...{ id, clientName, clientHost, redirectHost, account, server: slug, file, scopes, role, toolGroups },
    createdAt: timestamp(createdAt),
    lastUsedAt: timestamp(lastUsedAt),
    refreshReusedAt: refreshReusedAt === null ? null : timestamp(refreshReusedAt),
    expiresAt: timestamp(expiresAt),
  };
}

function queryOf({ http: { target } }: RawCall): URLSearchParams {
  const mark = target.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : target.slice(mark));
}

/** Allows pages of any origin to call these endpoints, which use no cookies. */
function preflight({ header }: RawCall, methods: string): Readonly<Record<string, string>> {
  return {
    ...anyOrigin,
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": header("access-control-request-headers") ?? "content-type",
    "Access-Control-Max-Age": "600",
  };
}

function uniqueHeaders(headers: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const last = new Map(headers.map((pair) => [pair[0].toLowerCase(), pair]));
  return headers.filter((pair) => /^set-cookie$/i.test(pair[0]) || last.get(pair[0].toLowerCase()) === pair);
}

/** Converts any error to an OAuth error (RFC 6749, 5.2). */
function inOAuthsWords(thrown: unknown) {
  if (thrown instanceof StoreUnavailable)
    return {
      status: 503,
      error: "temporarily_unavailable",
      description: "Latchkey's storage is unavailable",
      retryAfter: 5,
    };
  if (!(thrown instanceof ServiceError))
    return { status: 500, error: "server_error", description: "Something went wrong in Latchkey" };
  const { status, error, text, retryAfterSeconds: retryAfter } = thrown;
  if (error === "sign_in_gone") return { status, error, description: text };
  if (status >= 500) return { status, error: "temporarily_unavailable", description: text, retryAfter };
  return { status, error: "invalid_request", description: text, retryAfter };
}
