import { createHash } from "node:crypto";
import type { Fields, Table } from "#shared/ports/table.ts";
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

/** Clients that registered, and metadata documents as they were last read, on the Table port. */
export function clientStore(table: Table) {
  return {
    async get(clientId: string): Promise<StoredClient | undefined> {
      const item = await table.get(keyOf(clientId));
      if (item === undefined) return undefined;
      const keptUntil = (item.expiresAt ?? 0) * 1000;
      const { freshUntil = keptUntil } = item.fields;
      return { client: ClientRecord.parse(item.fields), keptUntil, freshUntil: Number(freshUntil) };
    },

    /** Keeps a client until a moment, milliseconds since the epoch. What is asked for again before that is fresh for a shorter time. */
    async keep(client: ClientRecord, keptUntil: number, freshUntil = keptUntil): Promise<void> {
      const fields = { ...client, ...(freshUntil !== keptUntil && { freshUntil }) } as Fields;
      await table.put({ ...keyOf(client.clientId), fields, expiresAt: Math.ceil(keptUntil / 1000) });
    },

    async forget(clientId: string): Promise<void> {
      await table.delete(keyOf(clientId));
    },
  };
}

export type ClientStore = ReturnType<typeof clientStore>;
