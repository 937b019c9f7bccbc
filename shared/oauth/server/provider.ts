import Provider, { type Configuration, errors, interactionPolicy } from "oidc-provider";
import type { OAuthAddresses } from "../addresses.ts";
import { scopes } from "../contract.ts";
import type { OAuthLimits } from "../limits.ts";
import { type OAuthResources, pathOf } from "../resources.ts";
import type { libraryAdapter } from "./adapter.ts";
import type { ServerKeys } from "./server-keys.ts";

/** Lifetime of a sign-in page in seconds. */
export const interactionSeconds = 600;
const codeSeconds = 60;

interface ProviderDependencies {
  readonly adapter: ReturnType<typeof libraryAdapter>;
  readonly addresses: OAuthAddresses;
  readonly resources: OAuthResources;
  readonly keys: ServerKeys;
  readonly limits: OAuthLimits;
  /** Receives internal errors. */
  readonly onFailure: (request: object, failure: unknown) => void;
  /** Receives the client whose request was rejected. */
  readonly onRefusal: (request: object, clientId: string) => void;
  /** Returns a rejection as a page for the person in the browser. */
  readonly errorPage: (refusal: { readonly error: string; readonly error_description?: string | undefined }) => string;
}

/**
 * Creates the authorization server: authorization code with PKCE and refresh tokens for public clients, without the library's other
 * features. Registration, metadata documents and discovery are our own. See docs/decisions/0091 for the reasons.
 */
export function authorizationServer(dependencies: ProviderDependencies): Provider {
  const { adapter, addresses, resources, keys, limits, onFailure, onRefusal, errorPage } = dependencies;

  const defaultResource = async (): Promise<string> => {
    const [only, ...others] = await resources.list();
    if (only === undefined || others.length > 0) throw new errors.InvalidTarget("`resource` must name the MCP server");
    return addresses.resource(pathOf(only));
  };

  const configuration: Configuration = {
    adapter,
    routes: { authorization: "/authorize", token: "/token", revocation: "/revoke", jwks: "/jwks" },
    interactions: {
      url: (_, { uid }) => `${new URL(addresses.issuer).pathname}/sign-in/${uid}`,
      policy: [signInPrompt(), new interactionPolicy.Prompt({ name: "consent", requestable: true })] as never,
    },
    findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    cookies: {
      keys: [keys.cookieKey],
      names: { interaction: "latchkey-sign-in", resume: "latchkey-resume", session: sessionCookie },
      short: { httpOnly: true, sameSite: "lax", signed: true, overwrite: true },
      long: { httpOnly: true, sameSite: "lax", signed: true, overwrite: true },
    },
    jwks: { keys: [keys.jwk as never] },
    scopes: ["offline_access"],
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    subjectTypes: ["public"],
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => true,
    expiresWithSession: () => false,
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: () => true,
    ttl: {
      AccessToken: Math.ceil(limits.accessTokenMs / 1000),
      AuthorizationCode: codeSeconds,
      RefreshToken: Math.ceil(limits.idleMs / 1000),
      Interaction: interactionSeconds,
      Grant: Math.ceil(limits.absoluteMs / 1000),
      Session: codeSeconds,
      IdToken: codeSeconds,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      claimsParameter: { enabled: false },
      registration: { enabled: false },
      registrationManagement: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => client.clientId === token.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_, __, given) => (given === undefined ? defaultResource() : [...given]),
        useGrantedResource: () => true,
        async getResourceServerInfo(ctx, resource) {
          const path = Array.isArray(ctx.oidc.params?.resource) ? undefined : addresses.pathOf(resource);
          if (path === undefined || (await resources.find(path)) === undefined)
            throw new errors.InvalidTarget("`resource` isn't an MCP server that people can sign in to");
          return {
            scope: scopes.join(" "),
            audience: resource,
            accessTokenFormat: "opaque",
            accessTokenTTL: Math.ceil(limits.accessTokenMs / 1000),
          };
        },
      },
    },
    async renderError(ctx, refusal) {
      ctx.type = "html";
      ctx.body = errorPage(refusal);
    },
  };
  const provider = new Provider(addresses.issuer, configuration);
  provider.proxy = true;
  provider.on("server_error", (ctx, failure) => onFailure(ctx.req, failure));
  provider.on("authorization.error", (ctx) => {
    if (ctx.oidc.client !== undefined) onRefusal(ctx.req, ctx.oidc.client.clientId);
  });
  return provider;
}

/** Session cookie of the library, which exists for one redirect and is never sent to a browser. */
export const sessionCookie = "latchkey-session";

/** Requires a sign-in each time, because earlier consents aren't stored. */
function signInPrompt() {
  const check = new interactionPolicy.Check(
    "no_consent",
    "the user must sign in and agree",
    "login_required",
    ({ oidc }) => oidc.result?.login === undefined || oidc.result.consent === undefined,
  );
  return new interactionPolicy.Prompt({ name: "login", requestable: true }, check);
}
