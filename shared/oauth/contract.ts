import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { roles } from "#shared/contract/roles.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

/** Permissions of clients on a server: `fm:read` lists tools and calls read-only ones, `fm:write` also calls the others. */
export const scopes = ["fm:read", "fm:write"] as const;
export type Scope = (typeof scopes)[number];

/** Permission for a client to act for an account on a server. */
export const Grant = z.object({
  id: z.string().describe("Id for revoking the grant."),
  clientName: z.string().describe("Name that the client gives itself. Not verified."),
  clientHost: z
    .string()
    .nullable()
    .describe(
      "Host that serves the client's metadata document and so identifies the client; null if the client registered itself.",
    ),
  redirectHost: z.string().describe("Redirect target of the client's sign-ins: a host, or the scheme of an app."),
  account: z.string().describe("The account that signed in: of the file, or of the Admin Console."),
  server: z.string().describe("The MCP server's slug. Empty for the endpoint for administrators."),
  file: z.string().describe("The file of the account. Empty for an account of the Admin Console."),
  scopes: z.array(z.enum(scopes)).describe("Granted scopes. `fm:read` alone: only tools that read."),
  role: z
    .enum(roles)
    .nullable()
    .describe("Highest role of the client at the endpoint for administrators; null for an MCP server."),
  toolGroups: z
    .array(z.string())
    .nullable()
    .describe("Tool groups of the client at the endpoint for administrators; null for an MCP server."),
  createdAt: Timestamp.describe("Time of the sign-in."),
  lastUsedAt: Timestamp.describe("Time when the client last got tokens."),
  refreshReusedAt: Timestamp.nullable().describe(
    "Time when a refresh token was last used a second time within `OAUTH_REUSE_SECONDS`: by another process of the client, or by someone who copied the token. Null if that hasn't happened.",
  ),
  expiresAt: Timestamp.describe("Expiry time, unless the client comes back before then."),
});
export type Grant = z.output<typeof Grant>;

const document = "JSON without an envelope, for any origin. Other paths respond with 404.";
const interaction = z
  .string()
  .regex(/^[\w-]{10,64}$/)
  .describe("Id of the sign-in, from the authorization endpoint.");
const interactionExample = { input: { interaction: "kPq2vWc8nT5xRb7YdLmZs" } };
const grant: Grant = {
  id: "0199d4e2-1c5a-7d1e-9d36-0c2f8f0f6a11",
  clientName: "Claude Code",
  clientHost: "claude.ai",
  redirectHost: "localhost:43117",
  account: "bob",
  server: "contacts",
  file: "Contacts.fmp12",
  scopes: ["fm:read", "fm:write"],
  role: null,
  toolGroups: null,
  createdAt: "2026-11-20T09:15:02.114Z",
  lastUsedAt: "2026-11-20T10:02:44.020Z",
  refreshReusedAt: null,
  expiresAt: "2026-12-20T10:02:44.020Z",
};
const raw = { access: "anyone", answers: "raw", changes: false, output: z.unknown() } as const;
const ofProtocol = { ...raw, method: "ANY", input: z.object({}), errors: ["store_unavailable"] } as const;
const reading = ["GET", "HEAD", "OPTIONS"] as const;
const posting = ["POST", "OPTIONS"] as const;

/** Returns the operation that lists grants. It has two paths. */
const grantList = <const Path extends `/svc/${string}`>(path: Path, description: string) =>
  ({
    method: "GET",
    path,
    summary: "List OAuth grants",
    description,
    access: "admin",
    input: z.object({
      server: z.string().max(50).optional().describe("Slug of an MCP server; returns only its grants."),
    }),
    output: z.object({ grants: z.array(Grant).describe("The grants.") }),
    errors: [],
    example: { output: { grants: [grant] } },
  }) as const;

export const oauth = resource({
  discoverOAuth: {
    ...ofProtocol,
    methods: reading,
    path: "/svc/.well-known/{document+}",
    summary: "Get the sign-in metadata for clients",
    description: `\`oauth-protected-resource/mcp/{slug}\` describes an MCP server that people can sign in to (RFC 9728), \`oauth-protected-resource/admin-mcp\` the endpoint for administrators, \`oauth-authorization-server\` and \`openid-configuration\` describe the authorization server (RFC 8414). The same documents are available at the root of the address, with the path of the resource appended: \`/.well-known/oauth-protected-resource/svc/mcp/{slug}\`. \`security.txt\` lists the addresses of \`SECURITY_CONTACTS\` (RFC 9116). ${document}`,
    input: z.object({ document: z.string().describe("The document.") }),
    example: { input: { document: "oauth-protected-resource/mcp/sales" } },
  },
  discoverIssuer: {
    ...ofProtocol,
    methods: reading,
    path: "/svc/oauth/.well-known/{document}",
    summary: "Get the metadata of the authorization server",
    description: `\`openid-configuration\` or \`oauth-authorization-server\`, for clients that can only reach this prefix. ${document}`,
    input: z.object({ document: z.string().describe("The document.") }),
    example: { input: { document: "openid-configuration" } },
  },
  listOAuthKeys: {
    ...ofProtocol,
    methods: reading,
    path: "/svc/oauth/jwks",
    summary: "Get the authorization server's keys",
    description:
      "A JSON Web Key Set (RFC 7517). Tokens are opaque and not signed; clients expect the document to exist.",
  },
  authorize: {
    ...raw,
    method: "GET",
    path: "/svc/oauth/authorize",
    summary: "Start a sign-in",
    description:
      "OAuth's authorization endpoint, for a browser: authorization code with PKCE (S256), `resource` (RFC 8707) and `scope`. Leads to the sign-in page. An unknown client or redirect address gets an error page here, never a redirect.",
    input: z.object({}),
    errors: ["store_unavailable"],
  },
  resumeAuthorization: {
    ...raw,
    method: "GET",
    path: "/svc/oauth/authorize/{interaction}",
    summary: "Send a signed-in user back to the client",
    description: "Adds a single-use code that is valid for one minute, and `iss` (RFC 9207).",
    input: z.object({ interaction }),
    example: interactionExample,
    errors: ["store_unavailable"],
  },
  showOAuthSignIn: {
    ...raw,
    method: "GET",
    path: "/svc/oauth/sign-in/{interaction}",
    summary: "Show the sign-in page",
    description: "A page for the user. It shows which client asks, its redirect target, and the access that it gets.",
    input: z.object({ interaction }),
    example: interactionExample,
    errors: ["sign_in_gone", "store_unavailable"],
  },
  answerOAuthSignIn: {
    ...raw,
    method: "POST",
    path: "/svc/oauth/sign-in/{interaction}",
    summary: "Sign in with an account, or deny access",
    description:
      "The form of the page: `user`, `pass`, `access` (`full` or `read`; for the endpoint for administrators `viewer`, `operator` or `administrator`) and `action` (`allow` or `refuse`). Latchkey checks the account of a file through OData, and an Admin Console account through the Admin API. A wrong password and an unknown account get the same response.",
    input: z.object({ interaction }),
    example: interactionExample,
    errors: ["sign_in_gone", "too_many_attempts", "store_unavailable"],
  },
  exchangeOAuthToken: {
    ...ofProtocol,
    methods: posting,
    path: "/svc/oauth/token",
    summary: "Exchange a code or a refresh token for tokens",
    description:
      "OAuth's token endpoint (RFC 6749), for public clients. Tokens are opaque. Each use of a refresh token returns a new one; the previous one stays valid for a time (`OAUTH_REUSE_SECONDS`, two minutes by default), for clients that send two requests at once. Using it later revokes the grant. Errors have OAuth's form: `{error, error_description}`.",
  },
  registerOAuthClient: {
    ...ofProtocol,
    methods: posting,
    path: "/svc/oauth/register",
    summary: "Register a client",
    description:
      "Dynamic client registration (RFC 7591), as JSON of at most 4 KiB: `redirect_uris` (1 to 10), `client_name`, `grant_types`. Clients are public. A client that no one signs in with is deleted after 30 days. Clients whose id is the address of their metadata document don't need to register.",
  },
  revokeOAuthToken: {
    ...ofProtocol,
    methods: posting,
    path: "/svc/oauth/revoke",
    summary: "Revoke a token and its grant",
    description: "OAuth's revocation endpoint (RFC 7009). An access token or a refresh token revokes its grant.",
  },
  listOAuthGrants: grantList("/svc/api/oauth/grants", "Returns all valid sign-ins of AI clients, newest first."),
  listOAuthGrantsOfOldPath: grantList(
    "/svc/api/odata-oauth-grants",
    "The same as `/oauth/grants`, for clients of OttoFMS.",
  ),
  revokeOAuthGrant: {
    method: "DELETE",
    path: "/svc/api/oauth/grants/{id}",
    summary: "Revoke a grant",
    description:
      "Its tokens stop working at once, and its password is deleted. The client must ask its user to sign in again.",
    access: "admin",
    input: z.object({ id: z.string().min(1).max(100).describe("Id of the grant.") }),
    output: z.object({ ok: z.literal(true).describe("Always true.") }),
    changes: ({ id }: { readonly id: string }) => `oauth-grant:${id}`,
    errors: ["grant_not_found"],
    example: { input: { id: grant.id }, output: { ok: true } },
  },
});
