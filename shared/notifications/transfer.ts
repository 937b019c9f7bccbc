import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { DestinationRecord } from "./record.ts";
import { shownTarget } from "./rules.ts";
import { destinationContext, type NotificationStore } from "./store.ts";
import { Target } from "./targets/contract.ts";

const DestinationEntry = DestinationRecord.pick({
  ...{ label: true, active: true, events: true, minimumSeverity: true, previousSecretUntil: true },
} as const).extend({ target: Target, secret: z.string().nullable(), previousSecret: z.string().nullable() });
type DestinationEntry = z.output<typeof DestinationEntry>;

interface TransferredDestinationsDependencies {
  readonly store: Pick<NotificationStore, "all" | "nextId" | "create" | "change">;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly clock: Clock;
}

/** Transfers notification destinations to another installation, with their URLs and signing secrets. */
export function transferredDestinations(
  dependencies: TransferredDestinationsDependencies,
): TransferPart<DestinationEntry, DestinationRecord> {
  const { store, vault, clock } = dependencies;
  type SealedField = Parameters<typeof destinationContext>[1];
  const opened = async (id: number, sealed: string | null, field: SealedField) =>
    sealed === null ? null : vault.open(sealed, destinationContext(id, field));
  const sealed = async (id: number, secret: string | null, field: SealedField) =>
    secret === null ? null : vault.seal(secret, destinationContext(id, field));

  const made = async (id: number, entry: DestinationEntry, createdAt: number): Promise<DestinationRecord> => {
    const { target, secret, previousSecret, ...fields } = entry;
    return {
      ...fields,
      schema: 1,
      id,
      disabledReason: null,
      target: shownTarget(target),
      sealedTarget: await vault.seal(JSON.stringify(target), destinationContext(id, "sealedTarget")),
      sealedSecret: await sealed(id, secret, "sealedSecret"),
      sealedPreviousSecret: await sealed(id, previousSecret, "sealedPreviousSecret"),
      createdAt,
      updatedAt: clock.now(),
    };
  };

  return {
    entry: DestinationEntry,
    all: () => store.all(),
    async entryOf({ id, label, active, events, minimumSeverity, previousSecretUntil, ...record }) {
      const target = await vault.open(record.sealedTarget, destinationContext(id, "sealedTarget"));
      return {
        ...{ label, active, events, minimumSeverity, previousSecretUntil },
        target: Target.parse(JSON.parse(target)),
        secret: await opened(id, record.sealedSecret, "sealedSecret"),
        previousSecret: await opened(id, record.sealedPreviousSecret, "sealedPreviousSecret"),
      };
    },
    // Several destinations can have the same label; their server distinguishes them.
    identityOf: ({ label, target }) => destinationIdentity({ label, target: shownTarget(target) }),
    identityOfStored: destinationIdentity,
    titleOf: ({ label, target: { type } }) => `${label} (${type})`,
    async create(entry) {
      await store.create(await made(await store.nextId(), entry, clock.now()));
    },
    async replace(entry, { id, createdAt, updatedAt }) {
      const next = await made(id, entry, createdAt);
      const changed = await store.change(id, (record) => {
        if (record.updatedAt !== updatedAt) throw new ConditionFailed();
        return next;
      });
      if (changed === undefined) throw new ConditionFailed();
    },
  };
}

/** Returns an identity that is the same in every installation. */
export function destinationIdentity({ label, target }: Pick<DestinationRecord, "label" | "target">): string {
  return JSON.stringify([label, target]);
}
