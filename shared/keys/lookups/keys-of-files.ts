import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { RefusalStore } from "#shared/filemaker/sessions/refusal-store.ts";
import type { KeyOfFile } from "#shared/files/contract.ts";
import { dataKeyFailing } from "../failing.ts";
import type { DataKeyRecord } from "../record.ts";
import { databasesOf } from "../rules.ts";
import type { KeyStore } from "../store.ts";

/** Finds the Data API Keys that reach a file: those that name it first, then those that reach any. Reads every key once. */
export async function keysOfFiles(
  store: Pick<KeyStore, "all">,
  refusals: Pick<RefusalStore, "list">,
): Promise<(filename: string) => readonly KeyOfFile[]> {
  const accountRefusals = await refusals.list();
  const naming = new Map<string, KeyOfFile[]>();
  const ofAny: { readonly key: KeyOfFile; readonly named: ReadonlySet<string> }[] = [];
  for await (const record of store.all("data")) {
    const named = new Set(databasesOf(record).map(foldedDatabaseName));
    const failing = dataKeyFailing(record, accountRefusals);
    for (const name of named) {
      const isFailing = failing?.files.some((file) => foldedDatabaseName(file) === name) ?? false;
      const key = { ...shown(record), isAnyDatabase: false, isFailing };
      const keys = naming.get(name);
      if (keys === undefined) naming.set(name, [key]);
      else keys.push(key);
    }
    if (record.allowAnyDatabase)
      ofAny.push({ key: { ...shown(record), isAnyDatabase: true, isFailing: false }, named });
  }
  return (filename) => {
    const folded = foldedDatabaseName(filename);
    const others = ofAny.filter(({ named }) => !named.has(folded)).map(({ key }) => key);
    return [...(naming.get(folded) ?? []), ...others];
  };
}

function shown({ id, label, isDataApi, isOData }: DataKeyRecord) {
  return { id, label, isDataApi, isOData };
}
