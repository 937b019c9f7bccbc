import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import release from "../../package.json" with { type: "json" };
import { writeDurably } from "../storage/durable-files.ts";
import { hasCode } from "../storage/file-errors.ts";
import { type BackupManifest, backedUpFolders, filesIn, manifestName, sha256Of } from "./backup-manifest.ts";

interface BackupRequest {
  readonly dataDir: string;
  /** New or empty folder for the backup. */
  readonly folder: string;
  readonly masterKeyFile: string;
  /** New file for a copy of the master key, outside of the backup. Undefined: none. */
  readonly masterKeyCopy: string | undefined;
}

/**
 * Copies the databases, blobs and the agent's folder. The service can be running. Only this account can read the copies.
 * @throws SettingRefused
 */
export async function backUp({
  dataDir,
  folder,
  masterKeyFile,
  masterKeyCopy,
}: BackupRequest): Promise<BackupManifest> {
  const databases = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.endsWith(".sqlite")) : [];
  if (databases.length === 0) throw new SettingRefused(`DATA_DIR ${dataDir} has no data: start Latchkey first.`);
  const target = resolve(folder);
  if (isInside(target, resolve(dataDir))) throw new SettingRefused(`${folder} must be outside of DATA_DIR ${dataDir}.`);
  if (masterKeyCopy !== undefined && isInside(resolve(masterKeyCopy), target))
    throw new SettingRefused(
      `The copy of the master key must be outside of ${folder}: neither is useful without the other.`,
    );
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new SettingRefused(`${folder} isn't empty. Choose another folder for the backup.`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  chmodSync(target, 0o700);

  // Blobs are copied before and after the databases, so that every blob that a database names is in the backup.
  copyFolders(dataDir, target);
  for (const name of databases) await copyDatabase(join(dataDir, name), join(target, name));
  copyFolders(dataDir, target);
  if (masterKeyCopy !== undefined) copyPrivately(masterKeyFile, masterKeyCopy);

  const files = [];
  for (const name of filesIn(target)) {
    const path = join(target, name);
    files.push({ name, sizeBytes: statSync(path).size, sha256: await sha256Of(path) });
  }
  const manifest: BackupManifest = { schema: 1, version: release.version, createdAt: new Date().toISOString(), files };
  writeDurably(join(target, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
  return manifest;
}

/** Copies a database in a consistent state, while others write to it. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    await backup(source, to);
  } finally {
    source.close();
  }
  // A single file without side files.
  const copy = new DatabaseSync(to);
  copy.exec("PRAGMA journal_mode = DELETE");
  copy.close();
  chmodSync(to, 0o600);
}

function copyFolders(dataDir: string, target: string): void {
  for (const folder of backedUpFolders)
    for (const name of filesIn(dataDir, folder)) copyPrivately(join(dataDir, name), join(target, name));
}

function copyPrivately(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    // Node gives root's copies to the owner of the original.
    if (process.getuid !== undefined && process.getgid !== undefined) chownSync(to, process.getuid(), process.getgid());
  } catch (thrown) {
    // Deleted by the service meanwhile, so no database names it anymore.
    if (!hasCode(thrown, "ENOENT") || existsSync(from)) throw thrown;
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
