import type { AccountStatusRecorder } from "#shared/filemaker/sessions/account-status-recorder.ts";
import type { RefusalStore } from "#shared/filemaker/sessions/refusal-store.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { AdminAccounts, LoginLimiter } from "#shared/sessions/api.ts";
import type { AdminKeyCache, KeyCache } from "../cache/key-cache.ts";
import type { ClearRefusals } from "../file-access/clear-refusals.ts";
import type { FileCheck } from "../file-access/file-check.ts";
import type { FileOpening, FileTrial } from "../file-access/file-opening.ts";
import type { KeyStore } from "../store.ts";
import type { EndUnusedSessions } from "../unused-sessions.ts";
import type { keyRecords } from "./key-records.ts";

/** Dependencies of the keys resource. */
export interface KeyServiceDependencies {
  readonly store: KeyStore;
  readonly refusals: Pick<RefusalStore, "list" | "clear">;
  readonly accountStatus: Pick<AccountStatusRecorder, "refused">;
  readonly keyCache: KeyCache;
  readonly sessions: SessionPool;
  readonly adminKeyCache: Pick<AdminKeyCache, "forget">;
  readonly adminSessions: SessionPool;
  readonly checkFiles: FileCheck;
  readonly accounts: AdminAccounts;
  readonly loginLimiter: LoginLimiter;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly background: BackgroundTasks;
}

/** Dependencies shared by the operations of this resource. */
export interface KeyDependencies extends KeyServiceDependencies {
  readonly records: ReturnType<typeof keyRecords>;
  readonly tryFiles: FileTrial;
  readonly openFiles: FileOpening;
  readonly clearRefusals: ClearRefusals;
  readonly endUnusedSessions: EndUnusedSessions;
  readonly endUnusedAdminSessions: EndUnusedSessions;
}
