import { createHash } from "node:crypto";
import { ConditionFailed, type Fields, type NewItem, type Table, type Write } from "#shared/ports/table.ts";
import { ClientRecord } from "../record.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const clientPartitions = ["oauth-client#*"];

const keyOf = (clientId: string) => ({
  pk: `oauth-client#${createHash("sha256").update(clientId).digest("base64url")}`,
  sk: "client",
});

/** A client with the moments until which it is kept, and until which nobody has to be asked about it. Milliseconds since the epoch. */
interface StoredClient {
  readonly client: ClientRecord;
  readonly keptUntil: number;
  readonly freshUntil: number;
}

/** Counts the clients that were added, and so says which slot is next. */
const counterKey = { pk: "oauth-client#unused", sk: "count" };
const slotKey = (slot: number) => ({ pk: "oauth-client#unused", sk: `slot#${slot}` });

function itemOf(client: ClientRecord, keptUntil: number, freshUntil = keptUntil): NewItem {
  const fields = { ...client, ...(freshUntil !== keptUntil && { freshUntil }) } as Fields;
  return { ...keyOf(client.clientId), fields, expiresAt: Math.ceil(keptUntil / 1000) };
}

/**
 * Clients that registered, and metadata documents as they were last read, on the Table port. Anyone can add a client, so those that no one has signed in
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

    /** Adds a client that no one has signed in with, and keeps it until then, as `keep` does, or until its slot is reused. */
    async add(client: ClientRecord, keptUntil: number, freshUntil = keptUntil): Promise<void> {
      const { clientId } = client;
      const item = itemOf(client, keptUntil, freshUntil);
      for (;;) {
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
        try {
          return await table.transact(writes);
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown; // Another one was added, or signed in with, at the same time.
        }
      }
    },

    /** Keeps a client until then, milliseconds since the epoch. What is asked for again before that is fresh for a shorter time. */
    async keep(client: ClientRecord, keptUntil: number, freshUntil = keptUntil): Promise<void> {
      await table.put(itemOf(client, keptUntil, freshUntil));
    },

    async forget(clientId: string): Promise<void> {
      await table.delete(keyOf(clientId));
    },
  };
}

export type ClientStore = ReturnType<typeof clientStore>;
