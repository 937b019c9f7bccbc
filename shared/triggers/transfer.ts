import { hash } from "node:crypto";
import * as z from "zod";
import { shownUrl } from "#shared/contract/texts/shown-url.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { type Definition, DefinitionSecrets, type TargetRecord, TargetSecrets, TriggerRecord } from "./record.ts";
import { type TriggerStore, triggerSecretContext } from "./store.ts";

const Target = z.discriminatedUnion("kind", [
  TargetSecrets.extend({ kind: z.literal("url"), isEnabled: z.boolean() }),
  z.object({ kind: z.literal("schedule"), schedule: z.string(), isEnabled: z.boolean() }),
]);
type Target = z.output<typeof Target>;

const TriggerEntry = TriggerRecord.pick({ marker: true, label: true, database: true }).extend({
  watched: z.object({
    tableName: z.string(),
    select: z.string(),
    filter: z.string(),
    notifySchemaChanges: z.boolean(),
    maxFailedAttempts: z.int(),
  }),
  /** Id of the value of the key whose account is used. Null for a separate account. */
  keySecretId: z.string().nullable(),
  sentTo: DefinitionSecrets,
  targets: z.array(Target),
  /** Revision at FileMaker Server, which the next one replaces. */
  revision: z.int(),
});
type TriggerEntry = z.output<typeof TriggerEntry>;

interface StoredKey {
  readonly record: { readonly id: number; readonly secretId: string };
}

interface TransferredTriggersDependencies {
  readonly store: Pick<TriggerStore, "all" | "nextId" | "nextTargetId" | "create" | "change">;
  /** Finds Data API keys by their number, or by an id of their value. */
  readonly keys: {
    byId(kind: "data", id: number): Promise<StoredKey | undefined>;
    bySecret(kind: "data", secretIds: readonly string[]): Promise<StoredKey | undefined>;
  };
  /** Returns the numbers and names of this installation's schedules. */
  readonly schedules: () => Promise<readonly { readonly id: number; readonly name: string }[]>;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly ids: Ids;
  readonly clock: Clock;
}

/**
 * Transfers table triggers to another installation. They keep the marker that identifies them at FileMaker Server: if both installations
 * use the same server, the new installation recreates them for its own URL, and deletes the old ones.
 */
export function transferredTriggers(
  dependencies: TransferredTriggersDependencies,
): TransferPart<TriggerEntry, TriggerRecord> {
  const { store, keys, schedules, vault, ids, clock } = dependencies;
  const scheduleNamed = async (name: string) => (await schedules()).find((schedule) => schedule.name === name)?.id;
  const keyWith = async (secretId: string) => (await keys.bySecret("data", [secretId]))?.record;

  const targetEntry = async (
    triggerId: number,
    { id, kind, isEnabled, scheduleId, sealed }: TargetRecord,
  ): Promise<Target> => {
    if (kind === "schedule") {
      const schedule = (await schedules()).find((one) => one.id === scheduleId);
      return { kind, isEnabled, schedule: schedule?.name ?? "" };
    }
    const opened = await vault.open(sealed ?? "", triggerSecretContext(triggerId, `target-${id}`));
    return { kind, isEnabled, ...TargetSecrets.parse(JSON.parse(opened)) };
  };

  const madeTarget = async (triggerId: number, target: Target): Promise<TargetRecord> => {
    const id = await store.nextTargetId();
    const state = { isEnabled: target.isEnabled, failingSince: null, disabledReason: null };
    if (target.kind === "schedule") {
      const scheduleId = (await scheduleNamed(target.schedule)) ?? null;
      return { id, kind: "schedule", scheduleId, url: null, headerNames: [], sealed: null, ...state };
    }
    const { kind, isEnabled: _, ...secrets } = target;
    const sealed = await vault.seal(JSON.stringify(secrets), triggerSecretContext(triggerId, `target-${id}`));
    const shown = { url: shownUrl(secrets.url), headerNames: Object.keys(secrets.headers), scheduleId: null };
    return { id, kind, ...shown, sealed, ...state };
  };

  /** Returns the record, with the definition to apply at FileMaker Server. */
  const made = async (id: number, entry: TriggerEntry, revision: number) => {
    const { label, database, watched, keySecretId, sentTo } = entry;
    const { url, headers, account } = sentTo;
    const next: Definition = {
      ...watched,
      revision,
      keyId: keySecretId === null ? null : ((await keyWith(keySecretId))?.id ?? null),
      user: account?.user ?? null,
      kind: url === null ? "relay" : "address",
      url: url === null ? null : shownUrl(url),
      headerNames: Object.keys(headers),
      sealed: await vault.seal(JSON.stringify(sentTo), triggerSecretContext(id, "definition")),
    };
    const targets: TargetRecord[] = [];
    for (const target of entry.targets) targets.push(await madeTarget(id, target));
    return { label, database, targets, next, isDeleted: false, isOpen: true, reason: null, updatedAt: clock.now() };
  };

  return {
    entry: TriggerEntry,

    async all() {
      return (await store.all()).filter(({ isDeleted, next, current }) => !isDeleted && (next ?? current) !== null);
    },

    async entryOf({ id, marker, label, database, targets, next, current }) {
      const definition = next ?? current;
      if (definition === null) throw new ConditionFailed(); // Deleted concurrently.
      const { revision, sealed, keyId, tableName, select, filter, notifySchemaChanges, maxFailedAttempts } = definition;
      const opened = await vault.open(sealed, triggerSecretContext(id, "definition"));
      const key = keyId === null ? undefined : await keys.byId("data", keyId);
      const entries: Target[] = [];
      for (const target of targets) entries.push(await targetEntry(id, target));
      return {
        ...{ marker, label, database, revision, targets: entries },
        watched: { tableName, select, filter, notifySchemaChanges, maxFailedAttempts },
        keySecretId: key?.record.secretId ?? null,
        sentTo: DefinitionSecrets.parse(JSON.parse(opened)),
      };
    },

    identityOf: ({ marker }) => marker,
    identityOfStored: ({ marker }) => marker,
    titleOf: ({ label, database, watched }) => `${label || watched.tableName} of ${database}`,
    // Each installation counts its own revisions.
    comparedBy: ({ revision: _, ...rest }) => rest,

    async refusalOf({ keySecretId, sentTo, targets }, { comesAlong, isThere }) {
      if (keySecretId === null && sentTo.account === null) return "The key of its account was deleted.";
      if (keySecretId !== null && !comesAlong("keys", keySecretId) && !(await isThere("keys", keySecretId)))
        return "The key of its account doesn't exist here.";
      for (const target of targets)
        if (target.kind === "schedule" && !comesAlong("schedules", target.schedule))
          if (!(await isThere("schedules", target.schedule)))
            return `Schedule "${target.schedule}" doesn't exist here.`;
      return undefined;
    },

    async create(entry) {
      const id = await store.nextId();
      const secret = Buffer.from(ids.bytes(32)).toString("hex");
      const nothing = { current: null, serverId: null, replaced: [], dropsPending: false };
      await store.create({
        ...{ schema: 1, id, marker: entry.marker, ...nothing, ...(await made(id, entry, entry.revision + 1)) },
        sealedRelaySecret: await vault.seal(secret, triggerSecretContext(id, "relay")),
        relaySecretHash: hash("sha256", secret, "base64url"),
        createdAt: clock.now(),
      });
    },

    async replace(entry, { id, updatedAt, next, current }) {
      const last = Math.max(entry.revision, (next ?? current)?.revision ?? 0);
      const changes = await made(id, entry, last + 1);
      const changed = await store.change(id, (record) =>
        record.updatedAt === updatedAt ? { ...record, ...changes } : undefined,
      );
      if (changed === undefined) throw new ConditionFailed();
    },
  };
}
