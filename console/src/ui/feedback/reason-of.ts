import { Refused } from "../../api/refused.ts";
import { messages } from "../../messages/messages.ts";

/** Returns the reason of a failure for users: the service's message, or that the page itself failed. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Refused ? thrown.message : messages.states.defect;
}
