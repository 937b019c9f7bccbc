import { useQuery } from "@tanstack/react-query";
import { mayDo, type Role } from "#shared/contract/roles.ts";
import { reading } from "./query.ts";
import type rights from "./rights.json";

/** What the user may do; undefined until it is known. The frame reads it, and everything else looks here. */
export function useRole(): Role | undefined {
  return useQuery({ ...reading("GET /svc/api/session", {}), enabled: false }).data?.caller.role;
}

/** Whether the user may do what needs a role. Until that is known, nothing is taken away. */
export function useMay(needed: Role): boolean {
  const role = useRole();
  return role === undefined || mayDo(role, needed);
}

/** Operations that a viewer may not call, by address. A test writes them down from the contract's rights. */
export type GuardedAddress = keyof typeof rights;

/** Which of these operators may not call either: a test holds this to the contract's rights, which no page has to load that way. */
const forAdministrators =
  /api\/(admin-|agents|api-key|google|metrics|oauth|people|processes$|sessions|settings(?!\/off)|transfer|.*\/(recovery|data)-key)/;

/** The role that an operation takes. */
export function roleFor(address: GuardedAddress): Role {
  return forAdministrators.test(address) ? "administrator" : "operator";
}

/** Says of any operation that not everyone may call whether the user may. */
export function useMayCall(): (address: GuardedAddress) => boolean {
  const role = useRole();
  return (address) => role === undefined || mayDo(role, roleFor(address));
}
