import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";

/** Stored credentials of the identity provider. Times are in milliseconds since the epoch. */
export const CredentialsRecord = storedRecord("identity/credentials", 1, {
  provider: z.literal("google"),
  adminEmail: z.string(),
  /** File of the service account without its key. */
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

/** Key that signs ID tokens. It is kept when credentials are replaced, because clients may cache its public key for days. */
export const SigningKeyRecord = storedRecord("identity/signing-key", 1, {
  kid: z.string(),
  /** Public key: modulus and exponent in base64url. */
  n: z.string(),
  e: z.string(),
  /** Private key, PKCS #8 as PEM. */
  sealedPrivateKey: z.string(),
  createdAt: z.number(),
});
export type SigningKeyRecord = Readonly<z.infer<typeof SigningKeyRecord>>;
