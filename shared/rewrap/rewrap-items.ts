import { allItems } from "#shared/ports/all-items.ts";
import type { Fields, Item, Table, Value } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import type { RewrapPart } from "./rewrap.ts";

interface RewrapItemsDependencies {
  readonly table: Table;
  readonly vault: SealingVault;
}

/** Re-encrypts the sealed values of items, each item in one write. */
export function rewrapItems(dependencies: RewrapItemsDependencies, lists: readonly SealedItems[]): RewrapPart {
  return async (signal, checked) => {
    let rewrapped = 0;
    let count = 0;
    const lost: string[] = [];
    for (const list of lists) {
      for await (const listed of allItems(dependencies.table, { pk: list.partition })) {
        if (signal.aborted) break;
        try {
          if (await rewrapOne(dependencies, list, listed)) rewrapped += 1;
        } catch (thrown) {
          if (!(thrown instanceof VaultRefused)) throw thrown;
          lost.push(listed.sk.replace(/^0+(?=\d)/, ""));
        }
        count += 1;
        await checked(count);
      }
    }
    return { rewrapped, lost };
  };
}

/** Re-encrypts one item. If another writer interferes, the newest item is re-encrypted. */
async function rewrapOne({ table, vault }: RewrapItemsDependencies, list: SealedItems, listed: Item): Promise<boolean> {
  const key = list.keyOf?.(listed) ?? listed;
  let known = list.keyOf === undefined ? listed : undefined;
  return retryOnConflict(async () => {
    const item = known ?? (await table.get(key));
    known = undefined;
    const set = item && (await sealedAgain(vault, list, item));
    if (item === undefined || set === undefined) return false;
    await table.update(key, { set }, { version: item.version });
    return true;
  });
}

/** Returns the changed fields of an item. Undefined if there are none. */
async function sealedAgain(
  vault: SealingVault,
  { within, contexts }: SealedItems,
  item: Item,
): Promise<Fields | undefined> {
  const holder = within === undefined ? item.fields : (JSON.parse(String(item.fields[within])) as Fields);
  const changed: Record<string, Value> = {};
  for (const [path, context] of Object.entries(contexts(item))) {
    const [name = "", ...inner] = path.split(".");
    const value = changed[name] ?? holder[name];
    const sealed = valueAt(value, inner);
    if (typeof sealed !== "string" || vault.isCurrent(sealed)) continue;
    changed[name] = withValueAt(value, inner, await vault.seal(await vault.open(sealed, context), context));
  }
  if (Object.keys(changed).length === 0) return undefined;
  return within === undefined ? changed : { [within]: JSON.stringify({ ...holder, ...changed }) };
}

function valueAt(value: Value | undefined, path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>((outer, name) => (isHolder(outer) ? outer[name] : undefined), value);
}

/** Returns the value with a replacement at an existing path. */
function withValueAt(outer: Value | undefined, [name, ...inner]: readonly string[], value: Value): Value {
  if (name === undefined || !isHolder(outer)) return value;
  const next = withValueAt(outer[name], inner, value);
  if (Array.isArray(outer)) return outer.with(Number(name), next);
  return { ...outer, [name]: next };
}

function isHolder(value: Value | undefined): value is Fields {
  return typeof value === "object" && value !== null;
}
