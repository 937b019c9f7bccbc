import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unpacked } from "#shared/deliveries/packed.ts";

/** Item as it is stored, with its fields parsed and decompressed. */
export interface StoredRow {
  readonly pk: string;
  readonly sk: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Its partition in the index. */
  readonly indexPk: string | undefined;
}

/** Returns the items of a data folder's table in partitions with this prefix, read while the service runs. */
export function storedRows(dataDir: string, partition = ""): readonly StoredRow[] {
  const database = new DatabaseSync(join(dataDir, "latchkey.sqlite"), { readOnly: true });
  try {
    return database
      .prepare("SELECT pk, sk, fields, index_pk FROM items ORDER BY pk, sk")
      .all()
      .map(({ pk, sk, fields, index_pk: indexPk }) => ({
        pk: String(pk),
        sk: String(sk),
        fields: unpacked({ sk: String(sk), fields: JSON.parse(String(fields)) }),
        indexPk: indexPk === null ? undefined : String(indexPk),
      }))
      .filter(({ pk }) => pk.startsWith(partition));
  } finally {
    database.close();
  }
}
