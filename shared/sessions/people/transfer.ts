import type { TransferPart } from "#shared/transfer/api.ts";
import { normalizedPersonName, PersonRecord } from "./record.ts";
import type { PeopleStore, StoredPerson } from "./store.ts";

const PersonEntry = PersonRecord.omit({ schema: true });
type PersonEntry = Omit<PersonRecord, "schema">;

/** Transfers roles of people to another installation. */
export function transferredPeople(store: PeopleStore): TransferPart<PersonEntry, StoredPerson> {
  return {
    entry: PersonEntry,
    all: () => store.all(),
    async entryOf({ record: { schema: _, ...entry } }) {
      return entry;
    },
    identityOf: ({ name }) => normalizedPersonName(name),
    identityOfStored: ({ record }) => normalizedPersonName(record.name),
    comparedBy: ({ name, role }) => [normalizedPersonName(name), role],
    titleOf: ({ name, role }) => `${name} (${role})`,
    warningOf: ({ name, role }, here) =>
      here === undefined
        ? `The FileMaker Server account ${name} gets the role ${role}.`
        : `The account ${name} has the role ${here.role} here and gets ${role}.`,
    create: (entry) => store.put({ schema: 1, ...entry }, "absent"),
    replace: (entry, { version }) => store.put({ schema: 1, ...entry }, { version }),
  };
}
