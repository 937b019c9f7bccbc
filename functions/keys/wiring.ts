import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { KeyCache } from "#shared/keys/cache/key-cache.ts";
import { type FileCaller, fileCaller } from "#shared/keys/file-access/file-caller.ts";
import { type FileCheck, fileCheck } from "#shared/keys/file-access/file-check.ts";
import { fileTrial as trialOf } from "#shared/keys/file-access/file-opening.ts";
import { rewrapKeys as rewrapKeysOf } from "#shared/keys/rewrap-keys.ts";
import { keyService } from "#shared/keys/service.ts";
import { unusedSessions } from "#shared/keys/unused-sessions.ts";
import {
  adminSessions,
  dataSessions,
  type FileMakerPlatform,
  fileMakerAdmin,
  fileMakerData,
  fileMakerOData,
} from "../filemaker/wiring.ts";
import { memoized } from "../memoized.ts";
import { consoleAccounts, loginLimiter } from "../sessions/wiring.ts";
import { accountStatus, adminKeyCache, keyCache, keyRecords, refusedAccounts } from "./cache-wiring.ts";

export const keys = memoized((platform: FileMakerPlatform) => {
  const { vault, clock, ids, background } = platform;
  return keyService({
    store: keyRecords(platform),
    refusals: refusedAccounts(platform),
    accountStatus: accountStatus(platform),
    keyCache: keyCache(platform),
    adminKeyCache: adminKeyCache(platform),
    sessions: dataSessions(platform),
    adminSessions: adminSessions(platform),
    checkFiles: checkFiles(platform),
    accounts: consoleAccounts(platform),
    loginLimiter: loginLimiter(platform),
    background,
    vault,
    clock,
    ids,
  });
});

/** Authenticates calls with a file account. */
export const fileAccounts = memoized((platform: FileMakerPlatform): FileCaller => fileCaller(fileTrial(platform)));

/** Tests accounts on files. */
export const fileTrial = memoized((platform: FileMakerPlatform) => {
  const { vault } = platform;
  const attempts = loginLimiter(platform);
  return trialOf({ store: keyRecords(platform), checkFiles: checkFiles(platform), loginLimiter: attempts, vault });
});

const checkFiles = memoized((platform: FileMakerPlatform): FileCheck => {
  const apis = { dataApi: fileMakerData(platform), odata: fileMakerOData(platform) };
  return fileCheck({ ...apis, adminApi: fileMakerAdmin(platform) });
});

/** Re-encrypts keys after master key rotation. */
export const rewrapKeys = memoized((platform: FileMakerPlatform) => {
  const { vault, background } = platform;
  const store = keyRecords(platform);
  const part = <K extends KeyKind>(kind: K, keyCache: Pick<KeyCache, "forget">, sessions: SessionPool) => {
    const endUnusedSessions = unusedSessions({ store, background, kind, sessions });
    return rewrapKeysOf({ kind, store, keyCache, vault, endUnusedSessions });
  };
  return {
    dataKeys: part("data", keyCache(platform), dataSessions(platform)),
    adminKeys: part("admin", adminKeyCache(platform), adminSessions(platform)),
  };
});
