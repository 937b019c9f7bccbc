import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { LocationRecord } from "./record.ts";
import { type LocationStore, locationContext, type StoredLocation } from "./store.ts";

const LocationEntry = LocationRecord.omit({
  ...{ schema: true, sealedSecret: true, check: true, createdAt: true, updatedAt: true },
} as const).extend({ secret: z.string() });
type LocationEntry = z.output<typeof LocationEntry>;

interface TransferredLocationsDependencies {
  readonly store: LocationStore;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly clock: Clock;
}

/** Transfers offsite locations to another installation, with the secrets of their accounts. They arrive without a check. */
export function transferredLocations(
  dependencies: TransferredLocationsDependencies,
): TransferPart<LocationEntry, StoredLocation> {
  const { store, vault, clock } = dependencies;

  const made = async ({ secret, ...fields }: LocationEntry, createdAt: number): Promise<LocationRecord> => ({
    ...fields,
    schema: 1,
    sealedSecret: await vault.seal(secret, locationContext(fields.name)),
    check: null,
    createdAt,
    updatedAt: clock.now(),
  });
  const refuseUnless = (isWritten: boolean): void => {
    if (!isWritten) throw new ConditionFailed();
  };

  return {
    entry: LocationEntry,
    async all() {
      const found = await Promise.all((await store.all()).map(({ name }) => store.get(name)));
      return found.filter((stored) => stored !== undefined);
    },
    async entryOf({ record }) {
      const { schema: _, sealedSecret, check: __, createdAt: ___, updatedAt: ____, ...fields } = record;
      return { ...fields, secret: await vault.open(sealedSecret, locationContext(fields.name)) };
    },
    identityOf: ({ name }) => name,
    identityOfStored: ({ record }) => record.name,
    titleOf: ({ label }) => label,
    create: async (entry) => refuseUnless(await store.create(await made(entry, clock.now()))),
    replace: async (entry, { record, version }) =>
      refuseUnless(await store.replace(await made(entry, record.createdAt), version)),
  };
}
