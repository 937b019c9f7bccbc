import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import release from "../../package.json" with { type: "json" };
import { syncFolderNow } from "../storage/durable-files.ts";
import { BackupManifest, filesIn, manifestName, sha256Of } from "./backup-manifest.ts";

interface RestoreRequest {
  /** Folder of the backup. */
  readonly folder: string;
  readonly dataDir: string;
  readonly masterKeyFile: string;
  /** Copy of the master key to restore. Undefined: the current one stays. */
  readonly masterKeyCopy: string | undefined;
}

/**
 * Replaces the data folder with a backup, with the owner and modes that the service needs. Returns the paths to which the replaced data was
 * moved. @throws SettingRefused before anything is changed
 */
export async function restoreData({
  folder,
  dataDir,
  masterKeyFile,
  masterKeyCopy,
}: RestoreRequest): Promise<readonly string[]> {
  const { files } = await checkedBackup(folder);
  if (masterKeyCopy !== undefined && !existsSync(masterKeyCopy))
    throw new SettingRefused(`${masterKeyCopy} not found.`);
  if (masterKeyCopy === undefined && !existsSync(masterKeyFile))
    throw new SettingRefused(`MASTER_KEY_FILE ${masterKeyFile} is missing. Restore it too, with --master-key FILE.`);
  refuseRunning(join(dataDir, "latchkey.sqlite"));

  const owner = ownerFor(dataDir);
  const draft = `${dataDir}.restoring`;
  rmSync(draft, { recursive: true, force: true });
  for (const { name } of files) placeFile(join(folder, name), draft, name, owner);
  const suffix = `before-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
  const kept: string[] = [];
  const replace = (path: string, by: string) => {
    if (existsSync(path)) {
      renameSync(path, `${path}.${suffix}`);
      kept.push(`${path}.${suffix}`);
    }
    renameSync(by, path);
    syncFolderNow(dirname(path));
  };
  if (masterKeyCopy !== undefined) {
    const key = `${masterKeyFile}.restoring`;
    copyOwned(masterKeyCopy, key, owner);
    replace(masterKeyFile, key);
  }
  replace(dataDir, draft);
  return kept;
}

/** Reads a backup, and compares all files with their checksums. @throws SettingRefused */
async function checkedBackup(folder: string): Promise<BackupManifest> {
  const path = join(folder, manifestName);
  if (!existsSync(path)) throw new SettingRefused(`${folder} isn't a complete backup: ${manifestName} is missing.`);
  const parsed = BackupManifest.safeParse(jsonIn(readFileSync(path, "utf8")));
  if (!parsed.success) throw new SettingRefused(`${path} is damaged.`);
  const { files, version } = parsed.data;
  if (isNewer(version, release.version))
    throw new SettingRefused(
      `The backup is from Latchkey ${version}, which is newer than this one (${release.version}).`,
    );
  const existing = new Set(filesIn(folder));
  for (const { name, sha256 } of files) {
    if (name.split("/").includes("..") || !existing.has(name))
      throw new SettingRefused(`${join(folder, name)} is missing.`);
    if ((await sha256Of(join(folder, name))) !== sha256) throw new SettingRefused(`${join(folder, name)} is damaged.`);
  }
  return parsed.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Rejected as damaged.
  }
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, "en", { numeric: true }) > 0;
}

/** Throws if another process has the database open: SQLite leaves WAL mode only for its last connection. @throws SettingRefused */
function refuseRunning(file: string): void {
  if (!existsSync(file)) return;
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 100 });
    connection.exec("PRAGMA journal_mode = DELETE");
  } catch (thrown) {
    // A damaged database is a reason to restore a backup.
    if (/locked|busy/i.test(String(thrown)))
      throw new SettingRefused("Latchkey is running. Stop it before you restore a backup.", { cause: thrown });
  } finally {
    connection?.close();
  }
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the owner of the data folder, or of the folder that it will be created in. */
function ownerFor(dataDir: string): Owner {
  const model = existsSync(dataDir) ? dataDir : dirname(dataDir);
  if (!existsSync(model))
    throw new SettingRefused(`${model} not found. Create it for the account that Latchkey runs as.`);
  return statSync(model);
}

function placeFile(from: string, root: string, name: string, owner: Owner): void {
  const folders = name.split("/").slice(0, -1);
  for (let depth = 0; depth <= folders.length; depth += 1) {
    const folder = join(root, ...folders.slice(0, depth));
    if (existsSync(folder)) continue;
    mkdirSync(folder, { mode: 0o700 });
    own(folder, owner, 0o700);
  }
  copyOwned(from, join(root, name), owner);
}

function copyOwned(from: string, to: string, owner: Owner): void {
  copyFileSync(from, to);
  own(to, owner, 0o600);
}

function own(path: string, { uid, gid }: Owner, mode: number): void {
  chmodSync(path, mode);
  // Only root can give files to another account, and others restore their own.
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}
