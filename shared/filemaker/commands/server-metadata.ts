import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { metadataIn, type ServerMetadata } from "../admin-api.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

/** Returns the server's information about itself, in the account's pooled session. @throws ServiceError if it isn't available */
export function serverMetadata(call: AdminCalls) {
  return async (credential: AdminCredential): Promise<ServerMetadata> => {
    try {
      const answer = await call(credential, { method: "GET", path: "/server/metadata" });
      if (answer.code !== "0") throw unexpectedAnswer("Admin API server metadata", answer);
      return metadataIn(answer);
    } catch (thrown) {
      if (thrown instanceof ServiceError && refusals.has(thrown.error)) return { verdict: "refused" };
      throw thrown;
    }
  };
}

const refusals = new Set<string>(["stored_credentials_refused", "unauthenticated"]);
