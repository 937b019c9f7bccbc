import { foldedDatabaseName } from "../contract/database-name.ts";
import type { KeyOfFile } from "../files/contract.ts";
import type { DataKeyRecord } from "./record.ts";
import { databasesOf } from "./rules.ts";
import type { KeyStore } from "./store.ts";

/** Finds the Data API Keys that reach a file: those that name it first, then those that reach any. Reads every key once. */
export async function keysOfFiles(store: Pick<KeyStore, "list">): Promise<(filename: string) => readonly KeyOfFile[]> {
  const naming = new Map<string, KeyOfFile[]>();
  const ofAny: { readonly key: KeyOfFile; readonly named: ReadonlySet<string> }[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.list("data", { cursor, limit: 1000 });
    for (const record of page.records) {
      const named = new Set(databasesOf(record).map(foldedDatabaseName));
      for (const name of named) {
        const keys = naming.get(name);
        if (keys === undefined) naming.set(name, [shown(record, false)]);
        else keys.push(shown(record, false));
      }
      if (record.allowAnyDatabase) ofAny.push({ key: shown(record, true), named });
    }
    if (page.cursor === null) break;
    cursor = page.cursor;
  }
  return (filename) => {
    const folded = foldedDatabaseName(filename);
    const others = ofAny.filter(({ named }) => !named.has(folded)).map(({ key }) => key);
    return [...(naming.get(folded) ?? []), ...others];
  };
}

function shown({ id, label, isDataApi, isOData }: DataKeyRecord, isAnyDatabase: boolean): KeyOfFile {
  return { id, label, isDataApi, isOData, isAnyDatabase };
}
