import Provider, { type Configuration, errors, interactionPolicy } from "oidc-provider";
import type { OAuthAddresses } from "../addresses.ts";
import { scopes } from "../contract.ts";
import type { OAuthLimits } from "../limits.ts";
import type { OAuthResources } from "../resources.ts";
import type { libraryAdapter } from "./adapter.ts";
import type { ServerKeys } from "./server-keys.ts";

/** How long a sign-in page is good. Seconds. */
export const interactionSeconds = 600;
const codeSeconds = 60;

interface ProviderDependencies {
  readonly adapter: ReturnType<typeof libraryAdapter>;
  readonly addresses: OAuthAddresses;
  readonly resources: OAuthResources;
  readonly keys: ServerKeys;
  readonly limits: OAuthLimits;
  /** Takes what went wrong inside. */
  readonly onFailure: (request: object, failure: unknown) => void;
  /** Takes the client whose request was refused. */
  readonly onRefusal: (request: object, clientId: string) => void;
  /** A refusal as a page for the person in the browser. */
  readonly errorPage: (refusal: { readonly error: string; readonly error_description?: string | undefined }) => string;
}

/**
 * The authorization server: authorization code with PKCE and refresh tokens, for public clients, and nothing else of what the library can.
 * Registration, metadata documents and discovery are ours. docs/decisions/0091 says why.
 */
export function authorizationServer(dependencies: ProviderDependencies): Provider {
  const { adapter, addresses, resources, keys, limits, onFailure, onRefusal, errorPage } = dependencies;

  const defaultResource = async (): Promise<string> => {
    const [only, ...others] = await resources.list();
    if (only === undefined || others.length > 0)
      throw new errors.InvalidTarget("`resource` has to name the MCP server");
    return addresses.resource(only.slug);
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
          const slug = Array.isArray(ctx.oidc.params?.resource) ? undefined : addresses.slugOf(resource);
          if (slug === undefined || (await resources.bySlug(slug)) === undefined)
            throw new errors.InvalidTarget("`resource` is no MCP server that people can sign in to");
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

/** The library keeps one for the length of a redirect; it goes to no browser. */
export const sessionCookie = "latchkey-session";

/** Everybody signs in each time: what a person has agreed to before is remembered nowhere. */
function signInPrompt() {
  const check = new interactionPolicy.Check(
    "no_consent",
    "a person has to sign in and agree",
    "login_required",
    ({ oidc }) => oidc.result?.login === undefined || oidc.result.consent === undefined,
  );
  return new interactionPolicy.Prompt({ name: "login", requestable: true }, check);
}
