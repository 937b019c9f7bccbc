import * as z from "zod";

/** The identity provider's credentials as stored. Moments are milliseconds since the epoch. */
export const CredentialsRecord = z.object({
  schema: z.literal(1),
  provider: z.literal("google"),
  adminEmail: z.string(),
  /** The service account's file without its key. */
  account: z.object({
    type: z.literal("service_account"),
    project_id: z.string(),
    private_key_id: z.string(),
    client_email: z.string(),
    client_id: z.string(),
    auth_uri: z.string(),
    token_uri: z.string(),
    auth_provider_x509_cert_url: z.string(),
    client_x509_cert_url: z.string(),
    universe_domain: z.literal("googleapis.com").optional(),
  }),
  sealedPrivateKey: z.string(),
  nestedGroups: z.boolean(),
  clientIds: z.array(z.string()),
  savedAt: z.number(),
});
export type CredentialsRecord = Readonly<z.infer<typeof CredentialsRecord>>;

/** The key that signs ID tokens. It stays when credentials are replaced: programs that check signatures may keep its public half for days. */
export const SigningKeyRecord = z.object({
  schema: z.literal(1),
  kid: z.string(),
  /** The public half: modulus and exponent, base64url. */
  n: z.string(),
  e: z.string(),
  /** The private half, PKCS #8 as PEM. */
  sealedPrivateKey: z.string(),
  createdAt: z.number(),
});
export type SigningKeyRecord = Readonly<z.infer<typeof SigningKeyRecord>>;
