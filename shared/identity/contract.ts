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
  type: z.literal("service_account").describe("Type of the key file."),
  project_id: word("Google Cloud project of the account."),
  private_key_id: word("ID of the account's key."),
  private_key: z.string().min(1).max(10_000).describe("Private key as PEM. It is stored encrypted and never returned."),
  client_email: z.email().max(300).describe("Email address of the account."),
  client_id: word("Client ID of the account, for domain-wide delegation."),
  auth_uri: address("Value of the key file. Stored, but not used."),
  token_uri: address("Value of the key file. Stored, but not used; requests go to Google's own addresses."),
  auth_provider_x509_cert_url: address("Value of the key file. Stored, but not used."),
  client_x509_cert_url: address("Value of the key file. Stored, but not used."),
  universe_domain: z.literal("googleapis.com").optional().describe("Value of the key file."),
});
export type ServiceAccount = z.output<typeof ServiceAccount>;

const adminEmail = z.email().max(300).describe("Directory administrator to impersonate when reading groups.");
const nestedGroups = z
  .boolean()
  .describe(
    "True to include groups that contain the user's groups. This needs a request for each of the user's groups.",
  );
const clientIds = z
  .array(word("OAuth client ID."))
  .max(50)
  .describe("OAuth clients that get groups. Other clients are rejected. An empty list allows all clients.");

/** Credentials of the identity provider, as shown to callers. */
export const IdentityCredentials = z.object({
  adminEmail,
  serviceAccountJson: ServiceAccount.extend({
    private_key: z.string().describe("Masked private key."),
  }).describe("Key file of the service account, without its private key."),
  nestedGroups,
  clientIds,
  savedAt: Timestamp.describe("Time when they were tested and saved."),
});
export type IdentityCredentials = z.output<typeof IdentityCredentials>;

const Jwk = z.object({
  kty: z.literal("RSA").describe("Key type."),
  use: z.literal("sig").describe("Use of the key: signatures."),
  alg: z.literal("RS256").describe("Signature algorithm."),
  kid: z.string().describe("Key ID, as in the header of a token."),
  n: z.string().describe("RSA modulus."),
  e: z.string().describe("RSA exponent."),
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
    summary: "Save the service account for reading groups",
    description:
      "Tests the credentials before saving: the service account reads the groups of `adminEmail`, which needs domain-wide delegation for the scope `https://www.googleapis.com/auth/admin.directory.group.readonly`. Replaces saved credentials.",
    access: "admin",
    input: z.object({
      adminEmail,
      serviceAccountJson: ServiceAccount.describe(
        "Key file of the service account, as downloaded from the Google Cloud console.",
      ),
      nestedGroups: nestedGroups.default(false),
      clientIds: clientIds.default([]),
    }),
    open: ["serviceAccountJson"],
    output: z.object({ credentials: IdentityCredentials.describe("The saved credentials.") }),
    changes: credentialsObject,
    errors: ["identity_credentials_refused", "identity_provider_away"],
    example: { input: { adminEmail: "admin@example.com", serviceAccountJson: account }, output: { credentials } },
  },
  readIdentityCredentials: {
    method: "GET",
    path: "/svc/api/google-auth/credentials",
    summary: "Get the service account for reading groups",
    access: "admin",
    input: z.object({}),
    output: z.object({
      credentials: IdentityCredentials.nullable().describe(
        "Saved credentials with a masked private key; null if there are none.",
      ),
    }),
    errors: [],
    example: { output: { credentials } },
  },
  deleteIdentityCredentials: {
    method: "DELETE",
    path: "/svc/api/google-auth/credentials",
    summary: "Delete the service account for reading groups",
    description:
      "The token endpoint responds with 503 until credentials are saved again. With `GOOGLE_AUTH_WITHOUT_GROUPS`, sign-ins continue with Google's own ID tokens, without groups.",
    access: "admin",
    input: z.object({}),
    output: z.object({ ok: z.literal(true).describe("Always true.") }),
    changes: credentialsObject,
    errors: [],
    example: { output: { ok: true } },
  },
  exchangeIdentityCode: {
    method: "POST",
    path: "/svc/api/google-auth/token",
    summary: "Exchange an OAuth code for tokens with the user's groups",
    description:
      "Token endpoint for FileMaker Server's custom OAuth provider (RFC 6749). Send a form, or the same fields as JSON: `code`, `client_id`, `client_secret`, `redirect_uri` and `grant_type` (`authorization_code`, or `refresh_token` with a `refresh_token`). HTTP Basic is supported for the client. Other fields are passed on to Google. " +
      "The response is `{access_token, expires_in, scope, token_type, id_token, refresh_token}` without an envelope. The claim `groups` of the ID token lists the email addresses of the user's groups. The token is signed again with a key from `/svc/api/google-auth/keys`. If no credentials are saved, responds with 503 without calling Google, unless `GOOGLE_AUTH_WITHOUT_GROUPS` is on. " +
      "Until Google has accepted a client with its secret, each network (an IPv4 address or an IPv6 /64) is limited to 60 exchanges per hour, then receives 429. " +
      "Errors have the OAuth format: `{error, error_description}`. If the directory or the service's storage is unavailable, the response is 503 `temporarily_unavailable`; tokens are never issued without groups.",
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
    summary: "Get the public keys of ID tokens",
    description:
      "A JSON Web Key Set (RFC 7517) without an envelope. Empty until credentials are saved for the first time.",
    access: "anyone",
    answers: "json",
    input: z.object({}),
    output: z.object({ keys: z.array(Jwk).describe("Public keys.") }),
    errors: [],
    example: {
      output: {
        keys: [{ kty: "RSA", use: "sig", alg: "RS256", kid: "0199d4e2-1c5a", n: "wZ3n0b…", e: "AQAB" }],
      },
    },
  },
});
