import { useQuery } from "@tanstack/react-query";
import { mayDo, type Role } from "#shared/contract/roles.ts";
import { reading } from "./query.ts";
import { type GuardedAddress, roleFor } from "./role-for.ts";

/** What the user may do; undefined until it is known. The frame reads it, and everything else looks here. */
export function useRole(): Role | undefined {
  return useQuery({ ...reading("GET /svc/api/session", {}), enabled: false }).data?.caller.role;
}

/** Whether the user may do what needs a role. Until that is known, nothing is taken away. */
export function useMay(needed: Role): boolean {
  const role = useRole();
  return role === undefined || mayDo(role, needed);
}

/** Says of any operation that not everyone may call whether the user may. */
export function useMayCall(): (address: GuardedAddress) => boolean {
  const role = useRole();
  return (address) => role === undefined || mayDo(role, roleFor(address));
}
