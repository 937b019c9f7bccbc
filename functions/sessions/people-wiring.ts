import { peopleStore } from "#shared/sessions/people/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Roles assigned to limited accounts. */
export const peopleRecords = memoized(({ table }: Pick<Platform, "table">) => peopleStore(table));

/** Returns the role assigned to a limited account, or undefined. */
export const roleOfPerson = memoized((platform: Pick<Platform, "table">) => {
  const store = peopleRecords(platform);
  return async (user: string) => (await store.byName(user))?.record.role;
});
