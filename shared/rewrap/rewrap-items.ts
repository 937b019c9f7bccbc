import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Fields, type Item, type Table } from "#shared/ports/table.ts";
import { type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import type { RewrapPart } from "./rewrap.ts";
import type { SealedItems } from "./sealed-items.ts";

interface RewrapItemsDependencies {
  readonly table: Table;
  readonly vault: SealingVault;
}

/** Seals the values of items again, each item in one write. */
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

/** Where another writer comes in between, the newest item is sealed again. */
async function rewrapOne({ table, vault }: RewrapItemsDependencies, list: SealedItems, listed: Item): Promise<boolean> {
  const key = list.keyOf?.(listed) ?? listed;
  for (let item = list.keyOf === undefined ? listed : await table.get(key); item !== undefined; ) {
    const set = await sealedAgain(vault, list, item);
    if (set === undefined) return false;
    try {
      await table.update(key, { set }, { version: item.version });
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed)) throw thrown;
      item = await table.get(key);
    }
  }
  return false;
}

/** What changes in an item; undefined where nothing does. */
async function sealedAgain(
  vault: SealingVault,
  { within, contexts }: SealedItems,
  item: Item,
): Promise<Fields | undefined> {
  const holder = within === undefined ? item.fields : (JSON.parse(String(item.fields[within])) as Fields);
  const changed: Record<string, string> = {};
  for (const [name, context] of Object.entries(contexts(item))) {
    const sealed = holder[name];
    if (typeof sealed !== "string" || vault.isCurrent(sealed)) continue;
    changed[name] = await vault.seal(await vault.open(sealed, context), context);
  }
  if (Object.keys(changed).length === 0) return undefined;
  return within === undefined ? changed : { [within]: JSON.stringify({ ...holder, ...changed }) };
}
