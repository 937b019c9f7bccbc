import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

/** Permissions of clients on a server: `fm:read` lists tools and calls read-only ones, `fm:write` also calls the others. */
export const scopes = ["fm:read", "fm:write"] as const;
export type Scope = (typeof scopes)[number];

/** Permission for a client to act for an account on a server. */
export const Grant = z.object({
  id: z.string().describe("What it is revoked by."),
  clientName: z.string().describe("What the client calls itself. Nobody has checked it."),
  clientHost: z
    .string()
    .nullable()
    .describe(
      "The host that vouches for the client: it serves the client's metadata document. Null: the client registered itself.",
    ),
  redirectHost: z.string().describe("Where the client's sign-ins end: a host, or the scheme of a program."),
  account: z.string().describe("The account of the file that signed in."),
  server: z.string().describe("The MCP server's slug."),
  file: z.string().describe("The file that the account is in."),
  scopes: z.array(z.enum(scopes)).describe("What it may do. `fm:read` alone: tools that only read."),
  createdAt: Timestamp.describe("When the account signed in."),
  lastUsedAt: Timestamp.describe("When the client last got tokens by it."),
  expiresAt: Timestamp.describe("When it is over unless the client comes back before."),
});
export type Grant = z.output<typeof Grant>;

const document = "JSON without an envelope, for any origin. A path that leads to no document is 404.";
const interaction = z
  .string()
  .regex(/^[\w-]{10,64}$/)
  .describe("The sign-in, as the authorization endpoint began it.");
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
  createdAt: "2026-11-20T09:15:02.114Z",
  lastUsedAt: "2026-11-20T10:02:44.020Z",
  expiresAt: "2026-12-20T10:02:44.020Z",
};
const raw = { access: "anyone", answers: "raw", changes: false, output: z.unknown() } as const;
const ofProtocol = { ...raw, method: "ANY", input: z.object({}), errors: ["store_unavailable"] } as const;
const reading = ["GET", "HEAD", "OPTIONS"] as const;
const posting = ["POST", "OPTIONS"] as const;

export const oauth = resource({
  discoverOAuth: {
    ...ofProtocol,
    methods: reading,
    path: "/svc/.well-known/{document+}",
    summary: "Read what clients have to know to sign people in",
    description: `\`oauth-protected-resource/mcp/{slug}\` describes an MCP server that people may sign in to (RFC 9728), \`oauth-authorization-server\` and \`openid-configuration\` the authorization server (RFC 8414). The same paths are served at the root of the address, with the path of what they describe behind them: \`/.well-known/oauth-protected-resource/svc/mcp/{slug}\`. ${document}`,
    input: z.object({ document: z.string().describe("The document.") }),
    example: { input: { document: "oauth-protected-resource/mcp/sales" } },
  },
  discoverIssuer: {
    ...ofProtocol,
    methods: reading,
    path: "/svc/oauth/.well-known/{document}",
    summary: "Read what clients have to know of the authorization server",
    description: `\`openid-configuration\` or \`oauth-authorization-server\`: where clients look that reach this prefix alone. ${document}`,
    input: z.object({ document: z.string().describe("The document.") }),
    example: { input: { document: "openid-configuration" } },
  },
  listOAuthKeys: {
    ...ofProtocol,
    methods: reading,
    path: "/svc/oauth/jwks",
    summary: "Read the authorization server's keys",
    description:
      "A JSON Web Key Set (RFC 7517). Tokens are opaque and nothing is signed with it; clients expect that there is one.",
  },
  authorize: {
    ...raw,
    method: "GET",
    path: "/svc/oauth/authorize",
    summary: "Begin to sign a person in",
    description:
      "OAuth's authorization endpoint, for a browser: authorization code with PKCE (S256), `resource` (RFC 8707) and `scope`. Leads to the sign-in page. A client or an address to go back to that is not known is refused by a page here, and never by a redirect.",
    input: z.object({}),
    errors: ["store_unavailable"],
  },
  resumeAuthorization: {
    ...raw,
    method: "GET",
    path: "/svc/oauth/authorize/{interaction}",
    summary: "Send a person who has signed in back to the client",
    description: "With a code that is good once, for a minute, and with `iss` (RFC 9207).",
    input: z.object({ interaction }),
    example: interactionExample,
    errors: ["store_unavailable"],
  },
  showOAuthSignIn: {
    ...raw,
    method: "GET",
    path: "/svc/oauth/sign-in/{interaction}",
    summary: "Show who asks for what, and ask for an account",
    description: "A page for a person. It says which client asks, where its sign-ins end, and what it may do then.",
    input: z.object({ interaction }),
    example: interactionExample,
    errors: ["sign_in_gone", "store_unavailable"],
  },
  answerOAuthSignIn: {
    ...raw,
    method: "POST",
    path: "/svc/oauth/sign-in/{interaction}",
    summary: "Sign in with an account of the file, or refuse",
    description:
      "The form of the page: `user`, `pass`, `access` (`full` or `read`) and `action` (`allow` or `refuse`). The account is checked by OData. A wrong password and an account that does not exist get the same answer.",
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
      "OAuth's token endpoint (RFC 6749), for public clients. Tokens are opaque. A refresh token is exchanged for a new one each time; the one before stays good for two minutes, for clients that ask twice at once, and one that is used later ends the grant. Errors are OAuth's: `{error, error_description}`.",
  },
  registerOAuthClient: {
    ...ofProtocol,
    methods: posting,
    path: "/svc/oauth/register",
    summary: "Register a client",
    description:
      "Dynamic client registration (RFC 7591), as JSON of at most 4 KiB: `redirect_uris` (1 to 10), `client_name`, `grant_types`. Clients are public. One that nobody signs in with is forgotten after 30 days. Clients whose id is the address of their metadata document need none.",
  },
  revokeOAuthToken: {
    ...ofProtocol,
    methods: posting,
    path: "/svc/oauth/revoke",
    summary: "Revoke a token and its grant",
    description:
      "OAuth's revocation endpoint (RFC 7009). An access token or a refresh token ends the grant that it came from.",
  },
  listOAuthGrants: {
    method: "GET",
    path: "/svc/api/oauth/grants",
    summary: "List who may act for whom",
    description: "Every sign-in of an AI client that is still good, the newest first.",
    access: "admin",
    input: z.object({ server: z.string().max(50).optional().describe("The slug of an MCP server: only its grants.") }),
    output: z.object({ grants: z.array(Grant).describe("The grants.") }),
    errors: [],
    example: { output: { grants: [grant] } },
  },
  revokeOAuthGrant: {
    method: "DELETE",
    path: "/svc/api/oauth/grants/{id}",
    summary: "Revoke a grant",
    description:
      "Its tokens end at once, and its password is deleted. The client has to ask its user to sign in again.",
    access: "admin",
    input: z.object({ id: z.string().min(1).max(100).describe("The grant, as the list names it.") }),
    output: z.object({ ok: z.literal(true).describe("It is revoked.") }),
    changes: ({ id }: { readonly id: string }) => `oauth-grant:${id}`,
    errors: ["grant_not_found"],
    example: { input: { id: grant.id }, output: { ok: true } },
  },
});
