import * as z from "zod";
import { scopes } from "./contract.ts";

const Scopes = z.array(z.enum(scopes));

/** A person's consent that a client acts for an account on a server. Moments are milliseconds since the epoch. */
export const GrantRecord = z.object({
  schema: z.literal(1),
  clientId: z.string(),
  clientName: z.string(),
  clientHost: z.string().nullable(),
  redirectHost: z.string(),
  account: z.string(),
  slug: z.string(),
  file: z.string(),
  /** The server's identifier: tokens are good for no other. */
  resource: z.string(),
  scopes: Scopes,
  /** What the client asked for beside that and did not get. */
  refusedScopes: Scopes,
  createdAt: z.number(),
  lastUsedAt: z.number(),
  /** When it is over at the latest, however often the client comes back. */
  endsAt: z.number(),
});
export type GrantRecord = Readonly<z.infer<typeof GrantRecord>>;

/** The account behind a grant, in an item of its own that goes when the grant goes. */
export const AccountRecord = z.object({
  schema: z.literal(1),
  clientId: z.string(),
  account: z.string(),
  resource: z.string(),
  sealedPassword: z.string(),
});
export type AccountRecord = Readonly<z.infer<typeof AccountRecord>>;

/** A client as the authorization server knows it. */
export const ClientRecord = z.object({
  schema: z.literal(1),
  clientId: z.string(),
  clientName: z.string().optional(),
  redirectUris: z.array(z.string()),
  grantTypes: z.array(z.enum(["authorization_code", "refresh_token"])),
  registeredAt: z.number(),
  /** Redirect targets (`redirectTarget`) of sign-ins so far; missing if no one has signed in with it. */
  signedInTo: z.array(z.string()).optional(),
});
export type ClientRecord = Readonly<z.infer<typeof ClientRecord>>;

/** What the authorization server keeps under a value that it gave out: a token, a code, or a sign-in under way. The value itself is in none of it. */
export const ArtifactRecord = z.object({
  schema: z.literal(1),
  /** As the library describes it, without its value. */
  payload: z.string(),
  grantId: z.string().nullable(),
  /** When it was used for the first time. */
  consumedAt: z.number().nullable(),
  endsAt: z.number(),
});
export type ArtifactRecord = Readonly<z.infer<typeof ArtifactRecord>>;
