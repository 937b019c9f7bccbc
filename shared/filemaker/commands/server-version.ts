import type { AdminCredential } from "#shared/contract/call.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

/** Returns the server's version in its own format, such as `22.0.2.204`. @throws ServiceError if it isn't available */
export function serverVersion(call: AdminCalls) {
  return async (credential: AdminCredential): Promise<string> => {
    const answer = await call(credential, { method: "GET", path: "/server/metadata" });
    if (answer.code !== "0") throw unexpectedAnswer("Admin API server metadata", answer);
    // Real servers write this in upper camel case; the guide's example doesn't.
    return String(answer.response.ServerVersion ?? answer.response.serverVersion ?? "");
  };
}
