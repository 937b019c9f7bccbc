import { peopleStore } from "#shared/sessions/people/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Roles that limited accounts were given. */
export const peopleRecords = memoized(({ table }: Pick<Platform, "table">) => peopleStore(table));

/** The role that a limited account was given; undefined where nobody has. */
export const roleOfPerson = memoized((platform: Pick<Platform, "table">) => {
  const store = peopleRecords(platform);
  return async (user: string) => (await store.byName(user))?.record.role;
});
