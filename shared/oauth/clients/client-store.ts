import { createHash } from "node:crypto";
import type { Fields, Table } from "#shared/ports/table.ts";
import { ClientRecord } from "../record.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const clientPartitions = ["oauth-client#*"];

const keyOf = (clientId: string) => ({
  pk: `oauth-client#${createHash("sha256").update(clientId).digest("base64url")}`,
  sk: "client",
});

/** Clients that registered, and metadata documents for as long as they may be kept, on the Table port. */
export function clientStore(table: Table) {
  return {
    async get(clientId: string): Promise<{ readonly client: ClientRecord; readonly keptUntil: number } | undefined> {
      const item = await table.get(keyOf(clientId));
      return item && { client: ClientRecord.parse(item.fields), keptUntil: (item.expiresAt ?? 0) * 1000 };
    },

    /** Keeps a client until a moment, milliseconds since the epoch. */
    async keep(client: ClientRecord, keptUntil: number): Promise<void> {
      const expiresAt = Math.ceil(keptUntil / 1000);
      await table.put({ ...keyOf(client.clientId), fields: client as Fields, expiresAt });
    },
  };
}

export type ClientStore = ReturnType<typeof clientStore>;
