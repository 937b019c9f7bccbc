import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** An item as it lies in the file, its fields parsed. */
export interface StoredRow {
  readonly pk: string;
  readonly sk: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a data folder's table holds in partitions that begin so, read beside the running service. */
export function storedRows(dataDir: string, partition = ""): readonly StoredRow[] {
  const database = new DatabaseSync(join(dataDir, "latchkey.sqlite"), { readOnly: true });
  try {
    return database
      .prepare("SELECT pk, sk, fields FROM items ORDER BY pk, sk")
      .all()
      .map(({ pk, sk, fields }) => ({ pk: String(pk), sk: String(sk), fields: JSON.parse(String(fields)) }))
      .filter(({ pk }) => pk.startsWith(partition));
  } finally {
    database.close();
  }
}
