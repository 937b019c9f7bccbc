import { useQuery } from "@tanstack/react-query";
import { mayDo, type Role } from "#shared/contract/roles.ts";
import { reading } from "./query.ts";
import { type GuardedAddress, roleFor } from "./role-for.ts";

/** Returns the user's role; undefined until it is known. The frame reads it, and everything else uses this function. */
export function useRole(): Role | undefined {
  return useQuery({ ...reading("GET /svc/api/session", {}), enabled: false }).data?.caller.role;
}

/** Returns true if the user has a role's rights. Also true until the role is known, so that no control disappears. */
export function useMay(needed: Role): boolean {
  const role = useRole();
  return role === undefined || mayDo(role, needed);
}

/** Returns a function that tells whether the user can call a restricted operation. */
export function useMayCall(): (address: GuardedAddress) => boolean {
  const role = useRole();
  return (address) => role === undefined || mayDo(role, roleFor(address));
}
