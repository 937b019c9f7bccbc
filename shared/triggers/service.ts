import { hash } from "node:crypto";
import { type Caller, callerMay, type NamedKey } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { shownUrl } from "#shared/contract/texts/shown-url.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { refuseMasks } from "#shared/contract/values/kept-secrets.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { DestinationInput, Trigger, triggers } from "./contract.ts";
import { type Definitions, revisionIn } from "./definitions.ts";
import type { Definition, DefinitionSecrets, TriggerRecord } from "./record.ts";
import { isSameAtServer, readsMore, shownOnServer, shownTrigger } from "./rules.ts";
import { headersOf, type ServerTriggers } from "./server-triggers.ts";
import type { Settling } from "./settle.ts";
import { type TriggerStore, triggerSecretContext } from "./store.ts";
import type { Targets } from "./targets.ts";

interface TriggerDependencies {
  readonly store: TriggerStore;
  readonly definitions: Definitions;
  readonly settling: Settling;
  readonly targets: Targets;
  readonly serverOf: (database: string, account: Account) => ServerTriggers;
  /**
   * Returns a key that can open the file, and the file in the key's spelling.
   * @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed
   */
  readonly keyForFile: (named: NamedKey) => Promise<{ readonly keyId: number; readonly database: string }>;
  /** @throws ServiceError trigger_address_refused, trigger_address_unknown */
  readonly checkAddress: (url: string) => Promise<void>;
  readonly vault: Pick<Vault, "seal">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Errors that don't go away until something is changed, so that the change isn't kept. */
const refusals: ReadonlySet<string> = new Set([
  "trigger_refused",
  "trigger_account_refused",
  "trigger_key_deleted",
  "triggers_unsupported",
  "file_not_available",
  "trigger_address_refused",
  "trigger_address_unknown",
]);

/** Errors after which a trigger can only be deleted at the server with another account. */
const needsAccount: ReadonlySet<string> = new Set(["trigger_account_refused", "trigger_key_deleted"]);

/** Account that opens a file, in stored form. */
interface KeptAccess {
  readonly keyId: number | null;
  readonly user: string | null;
  readonly account: Account | null;
  /** Name with extension, in the key's spelling if there is a key. */
  readonly database: string;
}

interface AccessInput {
  readonly key?: string | number | undefined;
  readonly account?: Account | undefined;
  readonly caller: Caller;
}

/** Creates the service of the triggers resource. */
export function triggerService(dependencies: TriggerDependencies): ServiceOf<typeof triggers> {
  const { store, definitions, settling, targets, serverOf, keyForFile, checkAddress, vault, clock, ids } = dependencies;

  const found = async (id: number): Promise<TriggerRecord> => {
    const record = await store.get(id);
    if (record === undefined) throw new ServiceError("trigger_not_found");
    return record;
  };

  const shown = async (record: TriggerRecord): Promise<Trigger> => {
    const definition = record.next ?? record.current;
    return shownTrigger(record, definition !== null && (await definitions.isKeyDeleted(definition)));
  };

  const accessOf = async ({ key, account, caller }: AccessInput, filename: string): Promise<KeptAccess> => {
    if (key !== undefined) return { ...(await keyForFile({ key, filename, caller })), user: null, account: null };
    const database = fullDatabaseName(filename);
    return { keyId: null, user: account?.user ?? null, account: account ?? null, database };
  };

  /** Applies the changes at the server. If it is unavailable, they are applied later; if it rejects them, `undo` reverts them. */
  const settled = async (id: number, undo: () => Promise<unknown>): Promise<TriggerRecord> => {
    try {
      return (await settling.settle(id)) ?? (await found(id));
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (refusals.has(thrown.error)) {
        await undo();
        throw thrown;
      }
      const waiting = await store.change(id, (record) => ({ ...record, reason: thrown.text }));
      return waiting ?? (await found(id));
    }
  };

  const newDefinition = async (
    id: number,
    watched: Pick<Definition, "tableName" | "select" | "filter" | "notifySchemaChanges" | "maxFailedAttempts">,
    access: KeptAccess,
    destination: Pick<DefinitionSecrets, "url" | "headers">,
  ): Promise<Omit<Definition, "revision">> => {
    const { tableName, select, filter, notifySchemaChanges, maxFailedAttempts } = watched;
    const { account, keyId, user } = access;
    const { url, headers } = destination;
    return {
      ...{ tableName, select, filter, notifySchemaChanges, maxFailedAttempts, keyId, user },
      kind: url === null ? "relay" : "address",
      url: url === null ? null : shownUrl(url),
      headerNames: Object.keys(headers),
      sealed: await definitions.seal(id, { account, url, headers }),
    };
  };

  return {
    listTriggers: async () => ({ triggers: await Promise.all((await store.all()).map(shown)) }),

    async createTrigger({ label, filename, key, account, destination, ...watched }, { caller }) {
      refuseMasks({ account, destination });
      const access = await accessOf({ key, account, caller }, filename);
      if (destination.kind === "address") await checkAddress(destination.url);
      const id = await store.nextId();
      const relaySecret = Buffer.from(ids.bytes(32)).toString("hex");
      const wanted = destination.kind === "relay" ? destination.targets : [];
      const made = await targets.replaced(id, [], wanted);
      const definition = await newDefinition(id, watched, access, sentTo(destination));
      const now = clock.now();
      await store.create({
        ...{ schema: 1, id, label, database: access.database, targets: made.targets },
        marker: ids.uuid(),
        sealedRelaySecret: await vault.seal(relaySecret, triggerSecretContext(id, "relay")),
        relaySecretHash: hash("sha256", relaySecret, "base64url"),
        ...{ current: null, next: { ...definition, revision: 1 }, serverId: null, replaced: [], dropsPending: false },
        ...{ isDeleted: false, isOpen: true, reason: null, createdAt: now, updatedAt: now },
      });
      const record = await settled(id, () => store.remove(id));
      return { trigger: await shown(record), secrets: made.secrets };
    },

    async inspectTriggers({ filename, key, account }, { caller }) {
      const { keyId, database } = await accessOf({ key, account, caller }, filename);
      const server = serverOf(database, account ?? (await definitions.accountOfKey(keyId)));
      const { status, webhooks } = await server.list();
      const ours = await store.all();
      const ownerOf = (headers: Readonly<Record<string, string>>) =>
        ours.find((record) => revisionIn(headers, record) !== undefined)?.id ?? null;
      return {
        status,
        triggers: webhooks.map((listed) => shownOnServer(listed, ownerOf(headersOf(listed)))),
        tables: [...(await server.tables())],
      };
    },

    async readTrigger({ id }) {
      const record = await found(id);
      const trigger = await shown(record);
      try {
        const onServer = await settling.onServer(record);
        return { trigger, onServer: onServer.map((listed) => shownOnServer(listed, id)), unreadBecause: null };
      } catch (thrown) {
        if (!(thrown instanceof ServiceError)) throw thrown;
        return { trigger, onServer: null, unreadBecause: { error: thrown.error, text: thrown.text } };
      }
    },

    async updateTrigger({ id, label, key, account, destination, dropsPending, ...changes }, { caller }) {
      refuseMasks({ account, destination });
      const before = await found(id);
      const last = before.next ?? before.current;
      if (last === null || before.isDeleted) throw new ServiceError("trigger_not_found");
      const keepsAccess = key === undefined && account === undefined;
      if (keepsAccess && !callerMay(caller, "administrator") && readsMore(last, { ...changes, destination }))
        throw new ServiceError("trigger_access_needed");
      if (destination?.kind === "address") await checkAddress(destination.url);
      const wanted = destination?.kind === "relay" ? destination.targets : undefined;
      const made = wanted && (await targets.replaced(id, before.targets, wanted));
      const asked = { ...last, ...defined(changes) };
      const isNew = !keepsAccess || destination !== undefined;
      const definition = isNew ? await reopened(before, last, { key, account, caller, destination }, asked) : asked;
      const isChanged = !isSameAtServer(definition, last) || before.next !== null;
      const revision = last.revision + 1;
      await store.change(id, (record) => ({
        ...record,
        label: label ?? record.label,
        targets: made?.targets ?? record.targets,
        ...(isChanged && { next: { ...definition, revision } }),
        ...{ dropsPending, isOpen: true, reason: null, updatedAt: clock.now() },
      }));
      const record = await settled(id, () =>
        store.change(id, (latest) =>
          latest.next?.revision === revision && latest.current !== null
            ? { ...latest, next: null, label: before.label, targets: before.targets }
            : { ...latest, isOpen: latest.current !== null },
        ),
      );
      return { trigger: await shown(record), secrets: made?.secrets ?? [] };
    },

    async deleteTrigger({ id, force }) {
      await found(id);
      await store.change(id, (record) => ({ ...record, isDeleted: true, isOpen: true, updatedAt: clock.now() }));
      try {
        await settling.settle(id);
      } catch (thrown) {
        if (!(thrown instanceof ServiceError)) throw thrown;
        if (!force && needsAccount.has(thrown.error)) {
          await store.change(id, (record) => ({ ...record, isDeleted: false, isOpen: false }));
          throw thrown;
        }
        if (!force) return { ok: true, isPending: true };
        await store.remove(id);
      }
      return { ok: true, isPending: false };
    },

    async invokeTrigger({ id, rowIDs = [], key, account }, { caller }) {
      refuseMasks({ account });
      const record = await found(id);
      if (record.current === null || record.isDeleted) throw new ServiceError("trigger_not_active");
      if (!callerMay(caller, "administrator")) await proveAccess(record, record.current, { key, account, caller });
      const { revision } = record.current;
      // Another trigger may have this number by now, so the one with our marker is used.
      const onServer = await settling.onServer(record);
      const ours = onServer.find((listed) => revisionIn(headersOf(listed), record) === revision);
      if (ours === undefined) throw new ServiceError("trigger_not_active");
      await (await settling.serverBy(record, record.current)).invoke(ours, rowIDs);
      return { ok: true };
    },

    async setTargetSecret({ id, targetId, previousHours }) {
      const record = await found(id);
      const target = record.targets.find((known) => known.id === targetId && known.kind === "url");
      if (target === undefined) throw new ServiceError("target_not_found");
      const made = await targets.withNewSecret(id, target, clock.now() + previousHours * 3_600_000);
      await store.change(id, (latest) => ({
        ...latest,
        targets: latest.targets.map((known) =>
          known.id === targetId ? { ...known, sealed: made.target.sealed } : known,
        ),
        updatedAt: clock.now(),
      }));
      return { secret: made.secret };
    },
  };

  /**
   * Rejects callers without the key or the account that a trigger uses.
   * @throws ServiceError
   */
  async function proveAccess(
    { database }: TriggerRecord,
    { keyId, user }: Definition,
    { key, account, caller }: AccessInput,
  ): Promise<void> {
    const isSame =
      key === undefined
        ? account !== undefined && account.user === user
        : (await keyForFile({ key, filename: database, caller })).keyId === keyId;
    if (!isSame) throw new ServiceError("trigger_access_needed");
    // FileMaker Server verifies the password, and locks out callers who guess.
    if (account !== undefined) await serverOf(database, account).list();
  }

  /** Returns a definition with another account or destination; other encrypted parts are kept. */
  async function reopened(
    record: TriggerRecord,
    last: Definition,
    { key, account, caller, destination }: AccessInput & { readonly destination: DestinationInput | undefined },
    watched: Definition,
  ): Promise<Definition> {
    const before = await definitions.secrets(record.id, last);
    const keepsAccess = key === undefined && account === undefined;
    const access = keepsAccess
      ? { keyId: last.keyId, user: last.user, account: before.account, database: record.database }
      : await accessOf({ key, account, caller }, record.database);
    // The targets of a relay aren't part of the trigger at the server.
    if (keepsAccess && last.kind === "relay" && destination?.kind === "relay") return watched;
    const sent = destination === undefined ? before : sentTo(destination);
    return { ...(await newDefinition(record.id, watched, access, sent)), revision: last.revision };
  }
}

/** Returns the URL that FileMaker Server sends to directly; null for the relay. */
function sentTo(destination: DestinationInput): Pick<DefinitionSecrets, "url" | "headers"> {
  if (destination.kind === "relay") return { url: null, headers: {} };
  return { url: destination.url, headers: destination.headers };
}

function defined<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
