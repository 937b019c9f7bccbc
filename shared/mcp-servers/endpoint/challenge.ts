import { ServiceError } from "#shared/contract/errors.ts";
import type { ServerRecord } from "../record.ts";
import { type SignInServer, signInServer } from "../sign-in-servers.ts";

/** Returns the challenge that tells a client of one call how and where to sign in. */
export type Challenge = (server: SignInServer, reason: "missing" | "invalid" | "insufficient") => string;
/** Returns the challenge for a call under a prefix. */
export type SignInChallenge = (...given: [...Parameters<Challenge>, prefix: string]) => string;

/** Returns the error for a missing or invalid credential. If sign-in is disabled, the challenge only contains the scheme. */
export function credentialRefused(server: ServerRecord, wasSent: boolean, signIn: Challenge): ServiceError {
  const error = wasSent ? "invalid_token" : "invalid_request";
  const signedIn = signInServer(server);
  const bare = wasSent ? `Bearer error="${error}"` : "Bearer";
  const challenge = signedIn === undefined ? bare : signIn(signedIn, wasSent ? "invalid" : "missing");
  return new ServiceError("mcp_credential_refused", { response: { challenge, error } });
}

/** Returns the error for a sign-in that doesn't allow the called tool. The challenge contains the scopes to request. */
export function scopeRefused(server: ServerRecord, signIn: Challenge): ServiceError {
  const error = "insufficient_scope";
  const signedIn = signInServer(server);
  const challenge = signedIn === undefined ? `Bearer error="${error}"` : signIn(signedIn, "insufficient");
  return new ServiceError("mcp_scope_insufficient", { response: { challenge, error } });
}
