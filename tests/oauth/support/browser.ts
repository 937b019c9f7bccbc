import { createHash, randomBytes } from "node:crypto";
import type { OAuthServer, ResourcePath } from "#shared/oauth/resources.ts";
import type { Answer, CallOptions } from "../../support/http/call.ts";
import type { TestService } from "../../support/test-service.ts";

/** Replaces the stored MCP servers that users sign in to. Tests change the list. */
export function someServers(...servers: readonly OAuthServer[]) {
  const listed = new Map(servers.map((server) => [server.slug, server]));
  return {
    listed,
    find: async (path: ResourcePath) => listed.get(path.slice("mcp/".length)),
    list: async () => [...listed.values()],
  };
}

export const contacts: OAuthServer = {
  slug: "contacts",
  name: "Contacts",
  file: "Contacts.fmp12",
  scopes: ["fm:read", "fm:write"],
};

/** Account that the sandbox's files accept. */
export const account = { user: "api", pass: "demo-pass" };

export const callback = "http://127.0.0.1:43117/callback";

/** Returns a verifier and its challenge (RFC 7636). */
export function aProof() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

type Fields = Readonly<Record<string, string>>;
const form = (fields: Fields): CallOptions => ({
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

/** Returns a client and the browser of its user, as far as the protocol needs one. */
export function aClient(service: Pick<TestService, "raw" | "baseUrl">) {
  const oauth = "/svc/oauth";
  const pathOf = (location: string) => {
    const { pathname, search } = new URL(location, service.baseUrl);
    return pathname + search;
  };

  /** Registers the client. Returns its id. */
  const register = async (metadata: object = {}): Promise<string> => {
    const json = {
      redirect_uris: [callback],
      client_name: "A test",
      grant_types: ["authorization_code", "refresh_token"],
      ...metadata,
    };
    const { body } = await service.raw("POST", `${oauth}/register`, { json });
    return body.client_id;
  };
  const authorize = (fields: Fields) => service.raw("GET", `${oauth}/authorize?${new URLSearchParams(fields)}`);
  const request = (clientId: string, challenge: string, fields: Fields = {}): Fields => ({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    state: "a-state",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: `${service.baseUrl}/svc/mcp/contacts`,
    ...fields,
  });
  const open = async (fields: Fields) => {
    const begun = await authorize(fields);
    const cookies = cookiesOf(begun);
    const path = pathOf(String(begun.headers.location));
    return { begun, cookies, path, page: await service.raw("GET", path, { headers: { Cookie: cookies } }) };
  };
  const submit = (page: { readonly path: string; readonly cookies: string }, fields: Fields = {}) =>
    service.raw("POST", page.path, {
      ...form({ ...account, access: "full", action: "allow", ...fields }),
      headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: page.cookies },
    });
  /** Returns the address that the client is sent to after the page was submitted. */
  const back = async (page: { readonly cookies: string }, submitted: Answer): Promise<URL> => {
    const path = pathOf(String(submitted.headers.location));
    const resumed = await service.raw("GET", path, { headers: { Cookie: page.cookies } });
    return new URL(String(resumed.headers.location));
  };
  const token = (fields: Fields) => service.raw("POST", `${oauth}/token`, form(fields));
  const exchange = (clientId: string, code: string, verifier: string, fields: Fields = {}) =>
    token({
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      redirect_uri: callback,
      code_verifier: verifier,
      ...fields,
    });
  const refresh = (clientId: string, refreshToken: string, fields: Fields = {}) =>
    token({ grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, ...fields });

  return {
    ...{ register, authorize, request, open, submit, back, token, exchange, refresh },
    revoke: (clientId: string, value: string) =>
      service.raw("POST", `${oauth}/revoke`, form({ client_id: clientId, token: value })),

    /** Returns a code, and the values that it is exchanged with. */
    async code(options: { readonly clientId?: string; readonly fields?: Fields; readonly filled?: Fields } = {}) {
      const { verifier, challenge } = aProof();
      const clientId = options.clientId ?? (await register());
      const page = await open(request(clientId, challenge, options.fields));
      const location = await back(page, await submit(page, options.filled));
      return { clientId, verifier, location, code: location.searchParams.get("code") ?? "" };
    },

    /** Runs the whole sign-in. Returns its tokens. */
    async tokens(options: Parameters<typeof this.code>[0] = {}) {
      const { clientId, verifier, code } = await this.code(options);
      const { status, body } = await exchange(clientId, code, verifier);
      if (status !== 200) throw new Error(`No tokens: HTTP ${status} ${JSON.stringify(body)}`);
      return {
        clientId,
        code,
        verifier,
        access: body.access_token as string,
        refresh: body.refresh_token as string,
        body,
      };
    },
  };
}

/** Returns the cookies of an answer as a browser sends them back. */
export function cookiesOf({ headers }: Pick<Answer, "headers">): string {
  return [headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
