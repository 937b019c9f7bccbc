import { fileMakerSessionsOfAccountPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { keys } from "#shared/keys/contract.ts";
import { keyService } from "#shared/keys/service.ts";
import { keyLookupPartitions, keyPartitions, keySecrets, keyStore } from "#shared/keys/store.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins } from "../needs.ts";
import { accountStatus, adminKeyCache, keyCache, refusedAccounts } from "../wiring/calls.ts";
import {
  adminSessions,
  checkFiles,
  consoleAccounts,
  dataSessions,
  type FileMakerPlatform,
  loginLimiter,
} from "../wiring/filemaker.ts";

export const resource = defineResource({
  contract: keys,
  wiring: keysOn,
  needs: needs(servesAdmins, callsFileMaker, {
    seals: [keySecrets.data, keySecrets.admin],
    opens: [keySecrets.data, keySecrets.admin],
    reads: [keyLookupPartitions.data, fileMakerSessionsOfAccountPartitions],
    // Deleting a key or changing its account also deletes its sessions.
    writes: [keyPartitions],
  }),
});

export function keysOn(platform: FileMakerPlatform) {
  const { vault, clock, ids, background } = platform;
  return keyService({
    store: keyStore(platform.table),
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
}
