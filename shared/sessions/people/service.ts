import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Person, people } from "./contract.ts";
import type { PersonRecord } from "./record.ts";
import type { PeopleStore } from "./store.ts";

const rowsPerPage = 1000;

/** Assigns roles to limited accounts and removes them. */
export function peopleService({
  store,
  clock,
}: {
  readonly store: PeopleStore;
  readonly clock: Pick<Clock, "now">;
}): ServiceOf<typeof people> {
  return {
    async listPeople({ cursor, limit = rowsPerPage }) {
      const page = await store.list({ cursor, limit });
      return { people: page.records.map(personRow), cursor: page.cursor };
    },

    async giveRole({ name, role }, { caller }) {
      const record: PersonRecord = { schema: 1, name, role, givenBy: callerName(caller), givenAt: clock.now() };
      await store.put(record);
      return personRow(record);
    },

    async takeRole({ name }) {
      if (!(await store.delete(name))) throw new ServiceError("person_not_found");
      return { ok: true };
    },
  };
}

function personRow({ name, role, givenBy, givenAt }: PersonRecord): Person {
  return { name, role, given_by: givenBy, given_at: timestamp(givenAt) };
}
