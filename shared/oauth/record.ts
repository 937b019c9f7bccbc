import * as z from "zod";
import { roles } from "#shared/contract/roles.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { scopes } from "./contract.ts";

const Scopes = z.array(z.enum(scopes));
const Administration = z.object({ role: z.enum(roles), toolGroups: z.array(z.string()) });

/** Consent of a person that a client acts for an account on a server. Times are in milliseconds since the epoch. */
export const GrantRecord = storedRecord("oauth/grant", 1, {
  clientId: z.string(),
  clientName: z.string(),
  clientHost: z.string().nullable(),
  redirectHost: z.string(),
  account: z.string(),
  /** Server and file. Both are empty for the endpoint for administrators: releases that share a table know no null here. */
  slug: z.string(),
  file: z.string(),
  /** Limits at the endpoint for administrators. */
  administration: Administration.optional(),
  /** Identifier of the server or endpoint. Tokens are valid for no other. */
  resource: z.string(),
  scopes: Scopes,
  /** Further scopes that the client requested and didn't get. */
  refusedScopes: Scopes,
  createdAt: z.number(),
  lastUsedAt: z.number(),
  /** Last second use of a refresh token. */
  refreshReusedAt: z.number().nullable().default(null),
  /** Maximum end, regardless of use by the client. */
  endsAt: z.number(),
});
export type GrantRecord = Readonly<z.infer<typeof GrantRecord>>;

/** Account of a grant, in an item of its own that is deleted with the grant. */
export const AccountRecord = storedRecord("oauth/account", 1, {
  clientId: z.string(),
  clientName: z.string().default(""),
  account: z.string(),
  resource: z.string(),
  sealedPassword: z.string(),
  administration: Administration.optional(),
});
export type AccountRecord = Readonly<z.infer<typeof AccountRecord>>;

/** Client of the authorization server. */
export const ClientRecord = storedRecord("oauth/client", 1, {
  clientId: z.string(),
  clientName: z.string().optional(),
  redirectUris: z.array(z.string()),
  grantTypes: z.array(z.enum(["authorization_code", "refresh_token"])),
  registeredAt: z.number(),
  /** Redirect targets (`redirectTarget`) of sign-ins so far; missing if no one has signed in with it. */
  signedInTo: z.array(z.string()).optional(),
});
export type ClientRecord = Readonly<z.infer<typeof ClientRecord>>;

/** Data stored for an issued value: a token, a code, or a pending sign-in. It never contains the value itself. */
export const ArtifactRecord = storedRecord("oauth/artifact", 1, {
  /** Data of the library, without the value. */
  payload: z.string(),
  grantId: z.string().nullable(),
  /** Time of the first use. */
  consumedAt: z.number().nullable(),
  endsAt: z.number(),
});
export type ArtifactRecord = Readonly<z.infer<typeof ArtifactRecord>>;
