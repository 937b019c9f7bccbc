import type { SQLOutputValue } from "node:sqlite";
import type { Fields, Item } from "#shared/ports/table.ts";
import type { Schema } from "../database.ts";

/** Schema of the table. SQLite compares text by its UTF-8 bytes, as DynamoDB does. */
export const tableSchema: Schema = {
  name: "table",
  applicationId: 0x4c4b7462,
  versions: [
    `CREATE TABLE items (
       pk TEXT NOT NULL, sk TEXT NOT NULL, fields TEXT NOT NULL, version INTEGER NOT NULL,
       expires_at INTEGER, index_pk TEXT, index_sk TEXT,
       PRIMARY KEY (pk, sk)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX items_by_index ON items (index_pk, index_sk, pk, sk) WHERE index_pk IS NOT NULL;
     CREATE INDEX items_by_expiry ON items (expires_at) WHERE expires_at IS NOT NULL;`,
  ],
};

export type Row = Readonly<Record<string, SQLOutputValue>>;

export function itemOf({ pk, sk, fields, version, expires_at, index_pk, index_sk }: Row): Item {
  return {
    pk: String(pk),
    sk: String(sk),
    fields: decodeFields(String(fields)),
    version: Number(version),
    ...(expires_at === null ? {} : { expiresAt: Number(expires_at) }),
    ...(index_pk === null ? {} : { index: { pk: String(index_pk), sk: String(index_sk) } }),
  };
}

/** Encodes fields for storage: omits undefined values and rejects numbers that JSON can't represent. */
export function encodeFields(fields: Fields): string {
  return JSON.stringify(fields, (name, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${name} isn't a finite number`);
    return value;
  });
}

export function decodeFields(text: string): Fields {
  return JSON.parse(text) as Fields;
}
