import { type GuardedAddress, useMayCall } from "../../api/role.ts";

/** What of a menu is for the user: groups in which something is left. */
export function useOffered<Entry extends { readonly needs?: GuardedAddress | undefined }>(
  groups: readonly (readonly Entry[])[],
): readonly (readonly Entry[])[] {
  const mayCall = useMayCall();
  return groups
    .map((entries) => entries.filter(({ needs }) => needs === undefined || mayCall(needs)))
    .filter((entries) => entries.length > 0);
}
