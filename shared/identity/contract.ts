import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

const word = (sentence: string) => z.string().trim().min(1).max(300).describe(sentence);
const address = (sentence: string) =>
  z
    .url({ protocol: /^https$/ })
    .max(500)
    .describe(sentence);

/** Key file of a service account, as downloaded from Google's console. */
const ServiceAccount = z.object({
  type: z.literal("service_account").describe("What the file is for."),
  project_id: word("The project that the account belongs to."),
  private_key_id: word("Which of the account's keys it is."),
  private_key: z.string().min(1).max(10_000).describe("The key, as PEM. It is sealed, and no answer shows it."),
  client_email: z.email().max(300).describe("The account's address."),
  client_id: word("The account's number: what domain-wide delegation is given to."),
  auth_uri: address("As it stands in the file. Kept, and not called."),
  token_uri: address("As it stands in the file. Kept, and not called: calls go to Google's own addresses."),
  auth_provider_x509_cert_url: address("As it stands in the file. Kept, and not called."),
  client_x509_cert_url: address("As it stands in the file. Kept, and not called."),
  universe_domain: z.literal("googleapis.com").optional().describe("As it stands in the file."),
});
export type ServiceAccount = z.output<typeof ServiceAccount>;

const adminEmail = z
  .email()
  .max(300)
  .describe(
    "An administrator of the directory, in whose name groups are read. Reading groups is all that is asked for.",
  );
const nestedGroups = z
  .boolean()
  .describe(
    "Whether groups count too that one of the user's groups is in. Each of the user's groups is asked for then.",
  );
const clientIds = z
  .array(word("A client id."))
  .max(50)
  .describe("OAuth clients whose sign-ins get groups. Others are refused. Empty: every client.");

/** Credentials of the identity provider, as shown to callers. */
export const IdentityCredentials = z.object({
  adminEmail,
  serviceAccountJson: ServiceAccount.extend({
    private_key: z.string().describe("Masked: dots in place of the key."),
  }).describe("The service account's file, without its key."),
  nestedGroups,
  clientIds,
  savedAt: Timestamp.describe("When they were tried and saved."),
});
export type IdentityCredentials = z.output<typeof IdentityCredentials>;

const Jwk = z.object({
  kty: z.literal("RSA").describe("The kind of key."),
  use: z.literal("sig").describe("What it is for: signatures."),
  alg: z.literal("RS256").describe("How it signs."),
  kid: z.string().describe("Its id, as the head of a token names it."),
  n: z.string().describe("Its modulus."),
  e: z.string().describe("Its exponent."),
});
export type Jwk = z.output<typeof Jwk>;

const account: ServiceAccount = {
  type: "service_account",
  project_id: "filemaker-sign-in",
  private_key_id: "8f1c2d5e7a904b6c8d3e",
  private_key: "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC…\n-----END PRIVATE KEY-----\n",
  client_email: "groups@filemaker-sign-in.iam.gserviceaccount.com",
  client_id: "104857600000000000001",
  auth_uri: "https://accounts.google.com/o/oauth2/auth",
  token_uri: "https://oauth2.googleapis.com/token",
  auth_provider_x509_cert_url: "https://www.googleapis.com/oauth2/v1/certs",
  client_x509_cert_url: "https://www.googleapis.com/robot/v1/metadata/x509/groups",
};
const credentials: IdentityCredentials = {
  adminEmail: "admin@example.com",
  serviceAccountJson: { ...account, private_key: "••••••••" },
  nestedGroups: false,
  clientIds: [],
  savedAt: "2026-11-20T09:15:02.114Z",
};
const credentialsObject = () => "identity-credentials";

export const identity = resource({
  saveIdentityCredentials: {
    method: "POST",
    path: "/svc/api/google-auth/credentials",
    summary: "Save the service account that reads groups",
    description:
      "They are tried before they are saved: the service account reads the groups of `adminEmail`, which needs domain-wide delegation for the scope `https://www.googleapis.com/auth/admin.directory.group.readonly`. What was saved before is replaced.",
    access: "admin",
    input: z.object({
      adminEmail,
      serviceAccountJson: ServiceAccount.describe("The service account's file, as Google's console gives it."),
      nestedGroups: nestedGroups.default(false),
      clientIds: clientIds.default([]),
    }),
    open: ["serviceAccountJson"],
    output: z.object({ credentials: IdentityCredentials.describe("What is saved.") }),
    changes: credentialsObject,
    errors: ["identity_credentials_refused", "identity_provider_away"],
    example: { input: { adminEmail: "admin@example.com", serviceAccountJson: account }, output: { credentials } },
  },
  readIdentityCredentials: {
    method: "GET",
    path: "/svc/api/google-auth/credentials",
    summary: "Read the service account that reads groups",
    access: "admin",
    input: z.object({}),
    output: z.object({
      credentials: IdentityCredentials.nullable().describe("What is saved, its key masked. Null: nothing is."),
    }),
    errors: [],
    example: { output: { credentials } },
  },
  deleteIdentityCredentials: {
    method: "DELETE",
    path: "/svc/api/google-auth/credentials",
    summary: "Delete the service account that reads groups",
    description:
      "The token endpoint answers 503 until credentials are saved again. With `GOOGLE_AUTH_WITHOUT_GROUPS`, sign-ins continue, with ID tokens as Google made them: without groups.",
    access: "admin",
    input: z.object({}),
    output: z.object({ ok: z.literal(true).describe("There are none now.") }),
    changes: credentialsObject,
    errors: [],
    example: { output: { ok: true } },
  },
  exchangeIdentityCode: {
    method: "POST",
    path: "/svc/api/google-auth/token",
    summary: "Exchange an OAuth code for tokens that name the user's groups",
    description:
      "The token endpoint of FileMaker Server's custom OAuth provider (RFC 6749): a form, or the same fields as JSON, with `code`, `client_id`, `client_secret`, `redirect_uri` and `grant_type` (`authorization_code`, or `refresh_token` with one); the client may come by HTTP Basic too, and other fields go along to Google. " +
      "The answer is `{access_token, expires_in, scope, token_type, id_token, refresh_token}` without an envelope. The ID token's claim `groups` lists the addresses of the user's groups, and the token is signed again: `/svc/api/google-auth/keys` has the key. While no credentials are saved, it answers 503 without a call to Google, unless `GOOGLE_AUTH_WITHOUT_GROUPS` is on. " +
      "Until Google has accepted a client with its secret, a network (an IPv4 address or an IPv6 /64) has 60 exchanges in an hour, and then 429. " +
      "Errors are OAuth's: `{error, error_description}`. While the directory or the service's store does not answer, it is 503 `temporarily_unavailable`: there is no token, and never one without groups.",
    access: "anyone",
    answers: "raw",
    changes: false,
    input: z.object({}),
    output: z.unknown(),
    errors: ["store_unavailable"],
  },
  listIdentityKeys: {
    method: "GET",
    path: "/svc/api/google-auth/keys",
    summary: "Read the keys that ID tokens are signed with",
    description:
      "A JSON Web Key Set (RFC 7517), without an envelope. Empty before credentials are saved for the first time.",
    access: "anyone",
    answers: "json",
    input: z.object({}),
    output: z.object({ keys: z.array(Jwk).describe("The public keys.") }),
    errors: [],
    example: {
      output: {
        keys: [{ kty: "RSA", use: "sig", alg: "RS256", kid: "0199d4e2-1c5a", n: "wZ3n0b…", e: "AQAB" }],
      },
    },
  },
});
