import { ServiceError } from "#shared/contract/errors.ts";
import type { ServerRecord } from "../record.ts";
import { type SignInServer, signInServer } from "../sign-in-servers.ts";

/** The challenge by which a client learns how to sign in, and at which server. */
export type SignInChallenge = (server: SignInServer, reason: "missing" | "invalid" | "insufficient") => string;

/** What a caller without a good credential gets. Where nobody may sign in, the scheme alone is named. */
export function credentialRefused(server: ServerRecord, wasSent: boolean, signIn: SignInChallenge): ServiceError {
  const error = wasSent ? "invalid_token" : "invalid_request";
  const signedIn = signInServer(server);
  const bare = wasSent ? `Bearer error="${error}"` : "Bearer";
  const challenge = signedIn === undefined ? bare : signIn(signedIn, wasSent ? "invalid" : "missing");
  return new ServiceError("mcp_credential_refused", { response: { challenge, error } });
}

/** What a caller gets whose sign-in does not allow the tool that it calls. The challenge names the scopes to ask for. */
export function scopeRefused(server: ServerRecord, signIn: SignInChallenge): ServiceError {
  const error = "insufficient_scope";
  const signedIn = signInServer(server);
  const challenge = signedIn === undefined ? `Bearer error="${error}"` : signIn(signedIn, "insufficient");
  return new ServiceError("mcp_scope_insufficient", { response: { challenge, error } });
}
