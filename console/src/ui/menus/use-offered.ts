import { useMayCall } from "../../api/role.ts";
import type { GuardedAddress } from "../../api/role-for.ts";

/** Returns the menu entries that the user can use, without empty groups. */
export function useOffered<Entry extends { readonly needs?: GuardedAddress | undefined }>(
  groups: readonly (readonly Entry[])[],
): readonly (readonly Entry[])[] {
  const mayCall = useMayCall();
  return groups
    .map((entries) => entries.filter(({ needs }) => needs === undefined || mayCall(needs)))
    .filter((entries) => entries.length > 0);
}
