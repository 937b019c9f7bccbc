import { existsSync, mkdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { LocalSettings } from "../../functions/settings/local.ts";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { type LocalLog, openLog } from "../logs/log.ts";
import { MasterKeyFileError } from "../secrets/master-keys.ts";
import { type LocalVault, openVault } from "../secrets/vault.ts";
import { openBlobs } from "./blobs.ts";
import { hasCode } from "./file-errors.ts";
import { cannotOpen, type FolderKind, recordKind } from "./folder-kind.ts";
import { type LocalQueue, openQueue } from "./queue/queue.ts";
import { checkMasterKey, emptiedWarning, hasItems, refuseDamage, tableFileOf } from "./store-check.ts";
import { type LocalTable, openTable } from "./table/table.ts";

/** Open data of the service on this machine. */
export interface DataFolder {
  readonly table: LocalTable;
  readonly vault: LocalVault & Vault;
  readonly log: LocalLog;
  /**
   * Checks that the master key belongs to this data and that the folder is of this kind, which is recorded the first time.
   * @throws SettingRefused
   */
  check(kind: FolderKind): Promise<void>;
  readonly freeBytes: () => Promise<number>;
  /** Milliseconds that calls wait for the table if they can continue without it. */
  readonly waitMs: number;
}

/**
 * Milliseconds that calls wait for the table. A file answers immediately, unless another process is writing: that takes some milliseconds,
 * and longer only on a busy disk.
 */
const waitMs = 500;

/** Opens the data folder. Creates it and its master key at the first start. @throws SettingRefused */
export function openDataFolder(settings: LocalSettings, clock: Clock, ids: Ids): DataFolder {
  const { DATA_DIR } = settings;
  const masterKeyFile = masterKeyFileOf(settings);
  const tableFile = tableFileOf(settings);
  refuseLostMasterKey(masterKeyFile, tableFile);
  refuseKeyAmongData(masterKeyFile, DATA_DIR);
  refuseDamage(tableFile);
  refuseDamage(join(DATA_DIR, "queue.sqlite"));
  const warning = opened("DATA_DIR", DATA_DIR, () => emptiedWarning(masterKeyFile, tableFile));
  opened("DATA_DIR", DATA_DIR, () => mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 }));
  const isOlder = opened("DATA_DIR", DATA_DIR, () => hasItems(tableFile));
  const sealing = opened("MASTER_KEY_FILE", masterKeyFile, () =>
    openVault({ file: masterKeyFile, createIfMissing: true, clock, ids }),
  );
  const table = opened("DATA_DIR", DATA_DIR, () => openTable({ file: tableFile, clock }));
  // Keeps the IDs of data from before the table stored their secrets.
  const first = isOlder ? sealing.derivedSecrets : undefined;
  const vault = withFingerprints({ vault: sealing, table, clock, ids, storeWaitMs: waitMs, first });
  const log = openLog({
    folder: join(DATA_DIR, "logs"),
    clock,
    largestFileBytes: settings.LOG_FILE_MB * 1_000_000,
    copiesErrors: settings.LOG_ERRORS_TO_STDERR,
    isDebug: settings.LOG_DEBUG,
    keepsApplicationDebug: settings.DEBUG_APP_LOG,
  });
  if (warning !== undefined) {
    console.error(warning);
    log.error({ event: "data_empty", reason: warning });
  }
  const check = async (kind: FolderKind) => {
    await checkMasterKey(table, vault, masterKeyFile, DATA_DIR);
    await recordKind(table, kind, DATA_DIR);
  };
  return { table, vault, log, check, freeBytes: () => freeBytesAt(DATA_DIR), waitMs };
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Opens the job queue in the data folder. @throws SettingRefused */
export function openJobQueue({ DATA_DIR }: LocalSettings, clock: Clock): LocalQueue {
  return opened("DATA_DIR", DATA_DIR, () => {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
    return openQueue({ file: join(DATA_DIR, "queue.sqlite"), clock });
  });
}

/** Opens the blobs in the data folder. @throws SettingRefused */
export async function openBlobFolder({ DATA_DIR }: LocalSettings, clock: Clock, ids: Ids): Promise<Blobs> {
  try {
    return await openBlobs({ folder: join(DATA_DIR, "blobs"), clock, ids });
  } catch (thrown) {
    throw unusable("DATA_DIR", DATA_DIR, thrown);
  }
}

/** Returns the path of the master key file. Default: next to the data folder. */
export function masterKeyFileOf({ DATA_DIR, MASTER_KEY_FILE }: LocalSettings): string {
  return MASTER_KEY_FILE ?? join(dirname(DATA_DIR), `${basename(DATA_DIR)}.key`);
}

/** Throws if the master key is lost: stored passwords are then lost too, and a new key would only hide that. */
function refuseLostMasterKey(masterKeyFile: string, tableFile: string): void {
  if (existsSync(masterKeyFile) || !existsSync(tableFile)) return;
  throw new SettingRefused(
    `MASTER_KEY_FILE ${masterKeyFile} is missing, but ${tableFile} has data that is encrypted with it: restore the file, or move the data folder away to start again.`,
  );
}

/** Throws if the key is inside the data folder: a backup of the data must not contain its key. */
function refuseKeyAmongData(masterKeyFile: string, dataDir: string): void {
  if (!masterKeyFile.startsWith(dataDir + sep)) return;
  throw new SettingRefused(`MASTER_KEY_FILE ${masterKeyFile} must be outside of DATA_DIR ${dataDir}.`);
}

function opened<T>(name: string, path: string, open: () => T): T {
  try {
    return open();
  } catch (thrown) {
    if (thrown instanceof MasterKeyFileError)
      throw new SettingRefused(`MASTER_KEY_FILE ${thrown.message}.`, { cause: thrown });
    throw unusable(name, path, thrown);
  }
}

/** Problems of a disk that can end without an administrator. */
const passing: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EMFILE", "ENFILE", "EAGAIN", "EBUSY"]);

function unusable(name: string, path: string, thrown: unknown): SettingRefused {
  const mayPass = thrown instanceof Error && "code" in thrown && passing.has(String(thrown.code));
  return new SettingRefused(`${name} ${path} can't be used: ${reason(thrown)}.${ownerRemedy(path, thrown)}`, {
    cause: thrown,
    mayPass,
  });
}

/** Returns what to do about a file of another account, as after a restore by root. */
function ownerRemedy(path: string, thrown: unknown): string {
  const own = process.getuid?.();
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  const isRefused =
    hasCode(cause, "EACCES", "EPERM") || (cause instanceof Error && "errcode" in cause && cause.errcode === cannotOpen);
  if (own === undefined || !isRefused) return "";
  const names = [path, join(path, "latchkey.sqlite"), join(path, "queue.sqlite"), join(path, "logs")];
  const foreign = names.find((name) => statSync(name, { throwIfNoEntry: false })?.uid !== own && existsSync(name));
  if (foreign === undefined) return "";
  const { uid, mode } = statSync(foreign);
  return ` ${foreign} belongs to user ${uid} (mode ${(mode & 0o777).toString(8)}), but Latchkey runs as user ${own}. Run as root: chown -R ${own}:${process.getgid?.()} ${path}`;
}

function reason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return "code" in thrown && "syscall" in thrown ? `${thrown.code} in ${thrown.syscall}` : thrown.message;
}
