import type { Role } from "#shared/contract/roles.ts";
import type rights from "./rights.json";

/** Operations that viewers can't call, by address. A test generates them from the contract's rights. */
export type GuardedAddress = keyof typeof rights;

/**
 * Operations among them that operators can't call either. A test compares this pattern with the contract's rights, so that pages needn't
 * load those.
 */
const forAdministrators =
  /api\/(admin-|agents(?!.*\/check)|api-key|google|metrics|oauth|people|plugins|processes$|sessions|settings(?!\/off)|transfer|.*\/(recovery|data)-key)/;

/** Returns the role that an operation requires. */
export function roleFor(address: GuardedAddress): Role {
  return forAdministrators.test(address) ? "administrator" : "operator";
}
