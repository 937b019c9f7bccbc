import { ServiceError } from "#shared/contract/errors.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { KeyCache } from "#shared/keys/api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { type Definition, DefinitionSecrets, type TriggerRecord } from "./record.ts";
import type { WantedTrigger } from "./server-triggers.ts";
import { triggerSecretContext } from "./store.ts";

/** Identifies a trigger and its revision at FileMaker Server. Receivers see it. */
const markerHeader = "X-Latchkey-Trigger";

/** Returns the revision of this trigger that an entry on the server has; undefined if it belongs to another trigger. */
export function revisionIn(
  headers: Readonly<Record<string, string>>,
  { marker }: Pick<TriggerRecord, "marker">,
): number | undefined {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === markerHeader.toLowerCase())?.[1];
  const [of, revision = ""] = value?.split(".") ?? [];
  return of === marker && /^\d{1,9}$/.test(revision) ? Number(revision) : undefined;
}

interface DefinitionDependencies {
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly keyCache: Pick<KeyCache, "findId">;
  /** @throws ServiceError trigger_address_refused, trigger_address_unknown */
  readonly checkAddress: (url: string) => Promise<void>;
  /** Returns the relay URL of a trigger, including its secret. */
  readonly relayUrl: (id: number, secret: string) => string;
}

/** Access to the encrypted parts of definitions. */
export interface Definitions {
  /** True if a definition uses a key that no longer exists. */
  isKeyDeleted(definition: Pick<Definition, "keyId">): Promise<boolean>;
  seal(id: number, secrets: DefinitionSecrets): Promise<string>;
  secrets(id: number, definition: Definition): Promise<DefinitionSecrets>;
  /**
   * Returns the account of a key.
   * @throws ServiceError trigger_key_deleted
   */
  accountOfKey(keyId: number | null): Promise<Account>;
  /**
   * Returns the account with which a definition opens its file.
   * @throws ServiceError trigger_key_deleted
   */
  account(id: number, definition: Definition): Promise<Account>;
  /**
   * Checks the URL that FileMaker Server sends to directly.
   * @throws ServiceError trigger_address_refused, trigger_address_unknown
   */
  checkAddress(id: number, definition: Definition): Promise<void>;
  /** Returns the trigger to create at FileMaker Server. */
  wanted(record: TriggerRecord, definition: Definition): Promise<WantedTrigger>;
}

export function definitions({ vault, keyCache, checkAddress, relayUrl }: DefinitionDependencies): Definitions {
  const secrets = async (id: number, { sealed }: Definition): Promise<DefinitionSecrets> =>
    DefinitionSecrets.parse(JSON.parse(await vault.open(sealed, triggerSecretContext(id, "definition"))));

  const accountOfKey: Definitions["accountOfKey"] = async (keyId) => {
    const handle = keyId === null ? undefined : await keyCache.findId(keyId);
    if (handle === undefined) throw new ServiceError("trigger_key_deleted");
    return handle.account();
  };

  return {
    accountOfKey,
    isKeyDeleted: async ({ keyId }) => keyId !== null && (await keyCache.findId(keyId)) === undefined,
    seal: (id, opened) => vault.seal(JSON.stringify(opened), triggerSecretContext(id, "definition")),
    secrets,

    async account(id, definition) {
      if (definition.keyId !== null) return accountOfKey(definition.keyId);
      const { account } = await secrets(id, definition);
      if (account === null) throw new Error(`Trigger ${id} has no account`);
      return account;
    },

    async checkAddress(id, definition) {
      if (definition.kind !== "address") return;
      const { url } = await secrets(id, definition);
      if (url !== null) await checkAddress(url);
    },

    async wanted(record, definition) {
      const { id, marker, sealedRelaySecret } = record;
      const { revision, tableName, select, filter, notifySchemaChanges, maxFailedAttempts } = definition;
      const { url, headers } = await secrets(id, definition);
      const webhook = url ?? relayUrl(id, await vault.open(sealedRelaySecret, triggerSecretContext(id, "relay")));
      return {
        ...{ webhook, tableName, select, filter, notifySchemaChanges, maxFailedAttempts },
        headers: { ...headers, [markerHeader]: `${marker}.${revision}` },
      };
    },
  };
}
