import type { AdminCredential } from "#shared/contract/call.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

/** The server's version as it spells it, such as `22.0.2.204`. @throws ServiceError when it cannot say */
export function serverVersion(call: AdminCalls) {
  return async (credential: AdminCredential): Promise<string> => {
    const answer = await call(credential, { method: "GET", path: "/server/metadata" });
    if (answer.code !== "0") throw unexpectedAnswer("Admin API server metadata", answer);
    // Live servers begin the name with a capital, the guide's sample does not.
    return String(answer.response.ServerVersion ?? answer.response.serverVersion ?? "");
  };
}
