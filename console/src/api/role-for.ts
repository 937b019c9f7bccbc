import type { Role } from "#shared/contract/roles.ts";
import type rights from "./rights.json";

/** Operations that a viewer may not call, by address. A test writes them down from the contract's rights. */
export type GuardedAddress = keyof typeof rights;

/** Which of these operators may not call either: a test holds this to the contract's rights, which no page has to load that way. */
const forAdministrators =
  /api\/(admin-|agents|api-key|google|metrics|oauth|people|processes$|sessions|settings(?!\/off)|transfer|.*\/(recovery|data)-key)/;

/** The role that an operation takes. */
export function roleFor(address: GuardedAddress): Role {
  return forAdministrators.test(address) ? "administrator" : "operator";
}
