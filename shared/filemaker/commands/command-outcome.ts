import type { AdminCredential } from "#shared/contract/call.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls, AdminRequest } from "./admin-calls.ts";

/** `missing`: there is no such thing. `forbidden`: its state does not allow it now. */
export type CommandOutcome = "accepted" | "missing" | "forbidden";

/** What the Admin API makes of a command that answers nothing else. @throws ServiceError when it cannot say */
export function commandOutcome(call: AdminCalls) {
  return async (credential: AdminCredential, request: AdminRequest): Promise<CommandOutcome> => {
    const answer = await call(credential, request);
    if (answer.code === "0") return "accepted";
    if (answer.code === fileMakerCodes.resourceMissing || answer.code === fileMakerCodes.scheduleMissing)
      return "missing";
    if (answer.code === fileMakerCodes.stateForbids) return "forbidden";
    throw unexpectedAnswer(`Admin API ${request.method} ${request.path.split("?")[0]}`, answer);
  };
}
