import type { AdminCredential } from "#shared/contract/call.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls, AdminRequest } from "./admin-calls.ts";

/** `missing`: it doesn't exist. `forbidden`: its current state doesn't allow it. */
export type CommandOutcome = "accepted" | "missing" | "forbidden";

/** Runs commands without a result and returns the Admin API's outcome. @throws ServiceError if there is no outcome */
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
