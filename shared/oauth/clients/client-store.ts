import { createHash } from "node:crypto";
import type { Fields, NewItem, Table, Write } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { ClientRecord } from "../record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const clientPartitions = ["oauth-client#*"];

const keyOf = (clientId: string) => ({
  pk: `oauth-client#${createHash("sha256").update(clientId).digest("base64url")}`,
  sk: "client",
});

/** Client with its expiry, and the time until which it needn't be read again. Times are in milliseconds since the epoch. */
interface StoredClient {
  readonly client: ClientRecord;
  readonly keptUntil: number;
  readonly freshUntil: number;
}

/** Counts the added clients, which determines the next slot. */
const counterKey = { pk: "oauth-client#unused", sk: "count" };
const slotKey = (slot: number) => ({ pk: "oauth-client#unused", sk: `slot#${slot}` });

function itemOf(client: ClientRecord, keptUntil: number, freshUntil = keptUntil): NewItem {
  const fields = { ...client, ...(freshUntil !== keptUntil && { freshUntil }) } as Fields;
  return { ...keyOf(client.clientId), fields, expiresAt: Math.ceil(keptUntil / 1000) };
}

/**
 * Stores registered clients and cached metadata documents on the Table port. Anyone can add a client, so those that no one has signed in
 * with share `maxUnused` slots, which are reused in turn.
 */
export function clientStore(table: Table, maxUnused: number) {
  /** Deletes the client whose slot is reused, unless someone has signed in with it. */
  const evicting = async (slot: number): Promise<readonly Write[]> => {
    const clientId = (await table.get(slotKey(slot)))?.fields.clientId;
    if (typeof clientId !== "string") return [];
    const item = await table.get(keyOf(clientId));
    if (item === undefined || ClientRecord.parse(item.fields).signedInTo !== undefined) return [];
    return [{ delete: keyOf(clientId), condition: { version: item.version } }];
  };

  return {
    async get(clientId: string): Promise<StoredClient | undefined> {
      const item = await table.get(keyOf(clientId));
      if (item === undefined) return undefined;
      const keptUntil = (item.expiresAt ?? 0) * 1000;
      const { freshUntil = keptUntil } = item.fields;
      return { client: ClientRecord.parse(item.fields), keptUntil, freshUntil: Number(freshUntil) };
    },

    /** Adds a client that no one has signed in with. It is stored until `keptUntil`, as with `keep`, or until its slot is reused. */
    async add(client: ClientRecord, keptUntil: number, freshUntil = keptUntil): Promise<void> {
      const { clientId } = client;
      const item = itemOf(client, keptUntil, freshUntil);
      return retryOnConflict(async () => {
        const counter = await table.get(counterKey);
        const added = Number(counter?.fields.added ?? 0);
        const slot = added % maxUnused;
        const writes: readonly Write[] = [
          {
            put: { ...counterKey, fields: { schema: 1, added: added + 1 } },
            condition: counter === undefined ? "absent" : { version: counter.version },
          },
          {
            put: {
              ...slotKey(slot),
              fields: { schema: 1, clientId },
              ...(item.expiresAt !== undefined && { expiresAt: item.expiresAt }),
            },
          },
          { put: item },
          ...(await evicting(slot)),
        ];
        return await table.transact(writes);
      });
    },

    /**
     * Stores a client until `keptUntil`, in milliseconds since the epoch. A client that is read again earlier is fresh until `freshUntil`.
     */
    async keep(client: ClientRecord, keptUntil: number, freshUntil = keptUntil): Promise<void> {
      await table.put(itemOf(client, keptUntil, freshUntil));
    },

    async forget(clientId: string): Promise<void> {
      await table.delete(keyOf(clientId));
    },
  };
}

export type ClientStore = ReturnType<typeof clientStore>;
