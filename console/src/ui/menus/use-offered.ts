import { useMayCall } from "../../api/role.ts";
import type { MenuGroups } from "./menu-entries.tsx";

/** What of a menu is for the user: groups in which something is left. */
export function useOffered(groups: MenuGroups): MenuGroups {
  const mayCall = useMayCall();
  return groups
    .map((entries) => entries.filter(({ needs }) => needs === undefined || mayCall(needs)))
    .filter((entries) => entries.length > 0);
}
