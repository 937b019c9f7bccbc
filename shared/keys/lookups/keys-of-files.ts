import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AccountRefusal, RefusalStore } from "#shared/filemaker/sessions/refusal-store.ts";
import type { KeyOfFile } from "#shared/files/contract.ts";
import { keptUntilChanged } from "#shared/ports/tables/kept-until-changed.ts";
import type { DataKeyRecord } from "../record.ts";
import { databasesOf } from "../rules.ts";
import type { KeyStore } from "../store.ts";

/** The keys that reach a file: how many, and the first of them, those that name it before those that reach any. */
export type KeysOfFiles = (
  filename: string,
  most?: number,
) => { readonly count: number; readonly keys: readonly KeyOfFile[] };

interface IndexedKey extends Pick<DataKeyRecord, "id" | "label" | "isDataApi" | "isOData" | "credentialId"> {
  readonly isAnyDatabase: boolean;
}

/** Data API Keys by the folded names of files. */
interface KeyIndex {
  readonly naming: ReadonlyMap<string, readonly IndexedKey[]>;
  readonly ofAny: readonly { readonly key: IndexedKey; readonly named: ReadonlySet<string> }[];
}

/**
 * Finds the Data API Keys that reach files. Every key is read once, and again when one has been made, changed or deleted since: the store says so in
 * one read. Which of them fail is looked up each time.
 */
export function keysOfFiles({
  store,
  refusals,
}: {
  readonly store: Pick<KeyStore, "all" | "dataKeyChanges">;
  readonly refusals: Pick<RefusalStore, "list">;
}): () => Promise<KeysOfFiles> {
  const currentIndex = keptUntilChanged({ changes: store.dataKeyChanges, read: () => indexed(store.all("data")) });

  return async () => {
    const [{ naming, ofAny }, refused] = await Promise.all([currentIndex(), refusals.list().then(byFile)]);
    return (filename, most = Number.POSITIVE_INFINITY) => {
      const folded = foldedDatabaseName(filename);
      const own = naming.get(folded) ?? [];
      const others = ofAny.length - own.filter(({ isAnyDatabase }) => isAnyDatabase).length;
      const keys = own.slice(0, most).map((key) => ({ ...shown(key), isFailing: fails(key, refused.get(folded)) }));
      for (const { key, named } of ofAny) {
        if (keys.length >= most) break;
        if (!named.has(folded)) keys.push({ ...shown(key), isAnyDatabase: true, isFailing: false });
      }
      return { count: own.length + others, keys };
    };
  };
}

async function indexed(records: AsyncIterable<DataKeyRecord>): Promise<KeyIndex> {
  const naming = new Map<string, IndexedKey[]>();
  const ofAny: { readonly key: IndexedKey; readonly named: ReadonlySet<string> }[] = [];
  for await (const record of records) {
    const { id, label, isDataApi, isOData, credentialId, allowAnyDatabase: isAnyDatabase } = record;
    const key = { id, label, isDataApi, isOData, credentialId, isAnyDatabase };
    const named = new Set(databasesOf(record).map(foldedDatabaseName));
    for (const name of named) {
      const keys = naming.get(name);
      if (keys === undefined) naming.set(name, [key]);
      else keys.push(key);
    }
    if (isAnyDatabase) ofAny.push({ key, named });
  }
  return { naming, ofAny };
}

function byFile(refusals: readonly AccountRefusal[]): ReadonlyMap<string, readonly AccountRefusal[]> {
  return Map.groupBy(refusals, ({ folded }) => folded);
}

/** Whether the account behind a key is refused in a file that it names, through an API that it serves. */
function fails(key: IndexedKey, refusals: readonly AccountRefusal[] = []): boolean {
  const apis = { data: key.isDataApi, odata: key.isOData, admin: false };
  return refusals.some(({ credentialId, api }) => credentialId === key.credentialId && apis[api]);
}

/** A key that names the file. */
function shown({ id, label, isDataApi, isOData }: IndexedKey) {
  return { id, label, isDataApi, isOData, isAnyDatabase: false };
}
