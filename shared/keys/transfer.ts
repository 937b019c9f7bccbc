import { createHash } from "node:crypto";
import * as z from "zod";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { credentialIds } from "./credential-id.ts";
import { AdminKeyRecord, DataKeyRecord, type KeyRecords } from "./record.ts";
import { type KeyStore, passContext } from "./store.ts";

/** Fields that are specific to this installation or determined again. */
const own = {
  schema: true,
  id: true,
  sealedPass: true,
  credentialId: true,
  lastUsed: true,
  updatedAt: true,
  replacedBy: true,
  replaces: true,
  dayCountOf: true,
} as const;
const DataKeyEntry = DataKeyRecord.omit(own).extend({ kind: z.literal("data"), pass: z.string() });
const AdminKeyEntry = AdminKeyRecord.omit(own).extend({ kind: z.literal("admin"), pass: z.string() });
/** Secret of key ids. Keys are found by their ids, because only their holders have the values. */
const IdSecretEntry = z.object({ kind: z.literal("id-secret"), secret: z.base64().length(44) });

const KeyEntry = z.discriminatedUnion("kind", [IdSecretEntry, DataKeyEntry, AdminKeyEntry]);
type KeyEntry = z.output<typeof KeyEntry>;

type Stored =
  | { readonly kind: "id-secret"; readonly secret: string }
  | { readonly kind: "data"; readonly record: DataKeyRecord }
  | { readonly kind: "admin"; readonly record: AdminKeyRecord };

/** Secrets of key ids only. Other signatures of one installation have no meaning in another. */
export interface KeyIdSecrets {
  all(): Promise<readonly string[]>;
  /** Adds a secret for finding keys, in every process within a minute. */
  adopt(secret: string): Promise<void>;
}

interface TransferredKeysDependencies {
  readonly store: KeyStore;
  readonly idSecrets: KeyIdSecrets;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Transfers Data API keys and Admin API keys to another installation, where they keep working with the values that clients have. */
export function transferredKeys(dependencies: TransferredKeysDependencies): TransferPart<KeyEntry, Stored> {
  const { store, idSecrets, vault, clock } = dependencies;

  /** Returns the record for an imported entry. */
  const made = async <K extends KeyKind>(kind: K, id: number, entry: KeyEntry) => {
    if (entry.kind === "id-secret") throw new TypeError("An HMAC secret of ids isn't a key");
    const { kind: _, pass, ...fields } = entry;
    const [credentialId] = await credentialIds(vault, kind, { user: entry.user, pass });
    const sealedPass = await vault.seal(pass, passContext(kind, id));
    const ofNoOther = { replacedBy: null, replaces: null, dayCountOf: null };
    const record: unknown = {
      ...fields,
      ...ofNoOther,
      schema: 2,
      id,
      sealedPass,
      credentialId,
      updatedAt: clock.now(),
    };
    return record as Omit<KeyRecords[K], "lastUsed">;
  };

  const replaced = async <K extends KeyKind>(kind: K, entry: KeyEntry, { id }: KeyRecords[K]): Promise<void> => {
    const found = await store.byId(kind, id);
    if (found === undefined)
      return store.create(kind, { ...(await made(kind, id, entry)), lastUsed: null } as KeyRecords[K]);
    const { lastUsed } = found.record;
    await store.replace(kind, { ...(await made(kind, id, entry)), lastUsed } as KeyRecords[K], found.version);
  };

  return {
    entry: KeyEntry,

    async all() {
      const secrets = await idSecrets.all();
      const data = await Array.fromAsync(store.all("data"));
      const admin = await Array.fromAsync(store.all("admin"));
      return [
        ...secrets.map((secret) => ({ kind: "id-secret", secret }) as const),
        ...data.map((record) => ({ kind: "data", record }) as const),
        ...admin.map((record) => ({ kind: "admin", record }) as const),
      ];
    },

    async entryOf(stored) {
      if (stored.kind === "id-secret") return stored;
      const { kind, record } = stored;
      const pass = await vault.open(record.sealedPass, passContext(kind, record.id));
      return KeyEntry.parse({ ...record, kind, pass });
    },

    identityOf: (entry) => (entry.kind === "id-secret" ? idOfSecret(entry.secret) : entry.secretId),
    identityOfStored: (stored) => (stored.kind === "id-secret" ? idOfSecret(stored.secret) : stored.record.secretId),

    titleOf(entry) {
      if (entry.kind === "id-secret") return "What keys are found by";
      const { hint, label } = entry;
      return label === null || label === "" ? hint : `${label} (${hint})`;
    },

    warningOf: (entry) =>
      entry.kind === "admin" ? `Apps that have this key get the role ${entry.role} here.` : undefined,

    async create(entry) {
      if (entry.kind === "id-secret") return idSecrets.adopt(entry.secret);
      const { kind } = entry;
      const id = await store.nextId(kind);
      await store.create(kind, { ...(await made(kind, id, entry)), lastUsed: null } as KeyRecords[typeof kind]);
    },

    async replace(entry, stored) {
      if (stored.kind === "data") await replaced("data", entry, stored.record);
      if (stored.kind === "admin") await replaced("admin", entry, stored.record);
    },
  };
}

function idOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
