import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import { type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import type { LocalSettings } from "../../functions/settings/local.ts";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";

/** Value that each start decrypts, to check that the master key belongs to this data. */
export const checkKey = { pk: "installation", sk: "check" };
const context = { kind: "installation", item: `${checkKey.pk}|${checkKey.sk}`, field: "sealedCheck" };
const checkText = "Latchkey";

/** Maximum bytes of a file to check at a start. Only `npm run check-data` checks larger ones. */
const maxStartBytes = 16 * 1024 * 1024;

/** Opens the check value with the master key, to see whether the key belongs to this data. @throws VaultRefused */
export async function openCheck(table: Pick<Table, "get">, vault: SealingVault): Promise<"opened" | "missing"> {
  const item = await table.get(checkKey);
  if (item === undefined) return "missing";
  const text = await vault.open(String(item.fields.sealedCheck), context);
  if (text !== checkText) throw new VaultRefused("The check value differs");
  return "opened";
}

/** Compares master key and data. Stores the check value if there is none or it is sealed under an older key. @throws SettingRefused */
export async function checkMasterKey(
  table: Table,
  vault: SealingVault,
  masterKeyFile: string,
  dataDir: string,
): Promise<void> {
  try {
    await openCheck(table, vault);
  } catch (thrown) {
    if (!(thrown instanceof VaultRefused)) throw thrown;
    throw new SettingRefused(
      `MASTER_KEY_FILE ${masterKeyFile} doesn't match the data in DATA_DIR ${dataDir}: restore the right file, or move the data folder away to start again.`,
      { cause: thrown },
    );
  }
  const item = await table.get(checkKey);
  if (item !== undefined && vault.isCurrent(String(item.fields.sealedCheck))) return;
  const sealedCheck = await vault.seal(checkText, context);
  const condition = item === undefined ? "absent" : { version: item.version };
  await table.put({ ...checkKey, fields: { schema: 1, sealedCheck } }, condition).catch((thrown: unknown) => {
    // Another process on the same data has stored it.
    if (!(thrown instanceof ConditionFailed)) throw thrown;
  });
}

/** Returns why a database file can't be trusted; undefined if there is no problem or no file. */
export function damageOf(file: string, maxBytes = Number.POSITIVE_INFINITY): string | undefined {
  if (!existsSync(file) || statSync(file).size === 0 || statSync(file).size > maxBytes) return undefined;
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    const found = Object.values(connection.prepare("PRAGMA quick_check(1)").get() ?? {})[0];
    return found === "ok" ? undefined : String(found);
  } catch (thrown) {
    const { errcode, message } = thrown as Error & { readonly errcode?: number };
    // The code that opens the file reports other read errors.
    return errcode !== undefined && damaged.has(errcode & 0xff) ? message : undefined;
  } finally {
    connection?.close();
  }
}

/** @throws SettingRefused */
export function refuseDamage(file: string): void {
  const damage = damageOf(file, maxStartBytes);
  if (damage === undefined) return;
  throw new SettingRefused(
    `DATA_DIR has a damaged database, ${file} (${damage.replace(/\s+/g, " ").replace(/\.$/, "")}): stop all processes that use it, restore the folder together with its master key file from a backup, and check it with npm run check-data.`,
  );
}

/** Returns a warning if there is a master key but no data that it sealed. */
export function emptiedWarning(masterKeyFile: string, tableFile: string): string | undefined {
  if (!existsSync(masterKeyFile) || hasItems(tableFile)) return undefined;
  return `The master key file ${masterKeyFile} exists, but ${tableFile} is empty: if there was data, stop Latchkey and restore the data folder from a backup. Latchkey starts without keys.`;
}

/** Returns the table's file, which holds keys, sessions and everything else that is looked up. */
export function tableFileOf({ DATA_DIR }: Pick<LocalSettings, "DATA_DIR">): string {
  return join(DATA_DIR, "latchkey.sqlite");
}

/** True if a database file contains any data. */
export function hasItems(tableFile: string): boolean {
  if (!existsSync(tableFile) || statSync(tableFile).size === 0) return false;
  const connection = new DatabaseSync(tableFile, { readOnly: true, timeout: 5_000 });
  try {
    const isMade = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'items'").get() !== undefined;
    return isMade && connection.prepare("SELECT 1 FROM items LIMIT 1").get() !== undefined;
  } finally {
    connection.close();
  }
}

/** SQLite error codes for a corrupt database and for a file that isn't a database. */
const damaged = new Set([11, 26]);
