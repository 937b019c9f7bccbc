import { Refused } from "../../api/refused.ts";
import { messages } from "../../messages/messages.ts";

/** Why something failed, as users read it: in the service's words, or that the page itself broke. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Refused ? thrown.message : messages.states.defect;
}
