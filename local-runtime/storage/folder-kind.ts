import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import type { LocalSettings } from "../../functions/settings/local.ts";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { refuseDamage, tableFileOf } from "./store-check.ts";

/** `demo`: the service starts the sandbox itself. `server`: `FMS_URL` names FileMaker Server, no matter what answers there. */
export type FolderKind = "demo" | "server";

const kindKey = { pk: "installation", sk: "kind" };
/** Location of the key that the last demo start created. */
export const demoKeyNote = { pk: "demo", sk: "key" };
/** Name of the demo's offsite location. */
export const demoLocationName = "demo";

/** Checks the kind of a data folder before anything in it changes. @throws SettingRefused if it is of the other kind */
export function refuseOtherKind(settings: LocalSettings, kind: FolderKind): void {
  const file = tableFileOf(settings);
  const found = existsSync(file) && statSync(file).size > 0 ? readKind(file) : undefined;
  if (found !== undefined && found !== kind) throw otherKind(settings.DATA_DIR, found);
}

/** SQLite's code (SQLITE_CANTOPEN) for a file that this account can't open. */
export const cannotOpen = 14;

/** @throws SettingRefused if the file is damaged */
function readKind(file: string): FolderKind | undefined {
  try {
    return kindIn(file);
  } catch (thrown) {
    refuseDamage(file);
    // A file that can't be opened at all: opening the data folder reports the reason.
    if (thrown instanceof Error && "errcode" in thrown && thrown.errcode === cannotOpen) return undefined;
    throw thrown;
  }
}

/**
 * Returns the recorded kind, or the kind inferred from a folder of a version that didn't record it. Undefined if the folder can be used as
 * either.
 */
function kindIn(file: string): FolderKind | undefined {
  // Without a write-ahead log, nothing has it open, and SQLite can read it without creating files next to it.
  const address = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) address.searchParams.set("immutable", "1");
  const connection = new DatabaseSync(address, { readOnly: true, timeout: 5_000 });
  try {
    if (connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'items'").get() === undefined) return undefined;
    const recorded = connection
      .prepare("SELECT fields ->> 'kind' AS kind FROM items WHERE pk = ? AND sk = ?")
      .get(kindKey.pk, kindKey.sk)?.kind;
    if (recorded !== undefined) return recorded === "demo" ? "demo" : "server";
    return holdsInstallation(connection) ? "server" : undefined;
  } finally {
    connection.close();
  }
}

/** Records the kind of a data folder without one. @throws SettingRefused if the folder is of the other kind */
export async function recordKind(table: Table, kind: FolderKind, dataDir: string): Promise<void> {
  const recorded = (await table.get(kindKey))?.fields.kind;
  if (recorded === kind) return;
  if (recorded !== undefined) throw otherKind(dataDir, recorded === "demo" ? "demo" : "server");
  try {
    await table.put({ ...kindKey, fields: { schema: 1, kind } }, "absent");
  } catch (thrown) {
    // Another process recorded it first, perhaps as the other kind.
    if (!(thrown instanceof ConditionFailed)) throw thrown;
    await recordKind(table, kind, dataDir);
  }
}

/**
 * Partitions of administrators' data in versions that didn't record the kind. A start creates none of it, except the demo's own key and
 * location.
 */
const setUp = [
  ...["keys#admin", "webhooks", "triggers", "notification-destinations", "offsite-recovery-key", "schedules"],
  ...["deployments#recipes", "mcp-servers", "people"],
];

function holdsInstallation(connection: DatabaseSync): boolean {
  const demoKeyId = connection
    .prepare("SELECT fields ->> 'id' AS id FROM items WHERE pk = ? AND sk = ?")
    .get(demoKeyNote.pk, demoKeyNote.sk)?.id;
  const found = connection
    .prepare(
      `SELECT 1 FROM items WHERE pk IN (${setUp.map(() => "?").join(", ")})
         OR (pk = 'keys#data' AND CAST(sk AS INTEGER) IS NOT ?)
         OR (pk = 'offsite-locations' AND sk <> ?)
         OR (pk = 'identity' AND sk = 'credentials') LIMIT 1`,
    )
    .get(...setUp, demoKeyId === undefined ? null : Number(demoKeyId), demoLocationName);
  return found !== undefined;
}

function otherKind(dataDir: string, recorded: FolderKind): SettingRefused {
  return new SettingRefused(
    recorded === "demo"
      ? `DATA_DIR ${dataDir} belongs to a demo server. Set DATA_DIR to another folder for your FileMaker Server, or unset FMS_URL and start the demo.`
      : `DATA_DIR ${dataDir} holds the data of an installation, so a demo server can't use it. Set FMS_URL to the address of your FileMaker Server, or set DATA_DIR to another folder for the demo.`,
  );
}
