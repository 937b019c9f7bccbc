import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AccountRefusal, RefusalStore } from "#shared/filemaker/sessions/refusal-store.ts";
import type { KeyOfFile } from "#shared/files/contract.ts";
import { keptUntilChanged } from "#shared/ports/tables/kept-until-changed.ts";
import type { DataKeyRecord } from "../record.ts";
import { databasesOf } from "../rules.ts";
import type { KeyStore } from "../store.ts";

/** Returns the number of keys with access to a file, and the first of them. Keys that name the file come before keys for any file. */
export type KeysOfFiles = (
  filename: string,
  most?: number,
) => { readonly count: number; readonly keys: readonly KeyOfFile[] };

interface IndexedKey extends Pick<DataKeyRecord, "id" | "label" | "isDataApi" | "isOData" | "credentialId"> {
  readonly isAnyDatabase: boolean;
}

/** Data API keys by the normalized names of files. */
interface KeyIndex {
  readonly naming: ReadonlyMap<string, readonly IndexedKey[]>;
  readonly ofAny: readonly { readonly key: IndexedKey; readonly named: ReadonlySet<string> }[];
}

/**
 * Finds the Data API keys with access to files. All keys are read once, and again after a change of any key, which a single read detects.
 * Failures are looked up each time.
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
    return (filename, max = Number.POSITIVE_INFINITY) => {
      const folded = normalizedDatabaseName(filename);
      const own = naming.get(folded) ?? [];
      const others = ofAny.length - own.filter(({ isAnyDatabase }) => isAnyDatabase).length;
      const keys = own.slice(0, max).map((key) => ({ ...shown(key), isFailing: fails(key, refused.get(folded)) }));
      for (const { key, named } of ofAny) {
        if (keys.length >= max) break;
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
    const named = new Set(databasesOf(record).map(normalizedDatabaseName));
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

/** Returns true if a file that the key names rejects its account, in an API that the key serves. */
function fails(key: IndexedKey, refusals: readonly AccountRefusal[] = []): boolean {
  const apis = { data: key.isDataApi, odata: key.isOData, admin: false };
  return refusals.some(({ credentialId, api }) => credentialId === key.credentialId && apis[api]);
}

/** Returns a key that names the file. */
function shown({ id, label, isDataApi, isOData }: IndexedKey) {
  return { id, label, isDataApi, isOData, isAnyDatabase: false };
}
