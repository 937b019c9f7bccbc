import type { RefusalStore } from "../filemaker/refusal-store.ts";
import type { SessionPool } from "../filemaker/session-pool.ts";
import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Vault } from "../ports/vault.ts";
import type { AdminAccounts } from "../sessions/admin-accounts.ts";
import type { Attempts } from "../sessions/attempts.ts";
import type { FileCheck } from "./file-check.ts";
import type { FileOpening } from "./file-opening.ts";
import type { keyRecords } from "./key-records.ts";
import type { AdminKeyring, Keyring } from "./keyring.ts";
import type { OpensAgain } from "./opens-again.ts";
import type { KeyStore } from "./store.ts";
import type { EndUnusedSessions } from "./unused-sessions.ts";

/** What the keys resource is built on. */
export interface KeyServiceDependencies {
  readonly store: KeyStore;
  readonly refusals: Pick<RefusalStore, "standing" | "clear">;
  readonly keyring: Keyring;
  readonly sessions: SessionPool;
  readonly adminKeyring: Pick<AdminKeyring, "forget">;
  readonly adminSessions: SessionPool;
  readonly checkFiles: FileCheck;
  readonly accounts: AdminAccounts;
  readonly attempts: Attempts;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly background: Background;
}

/** What the operations of this resource share. */
export interface KeyRooms extends KeyServiceDependencies {
  readonly records: ReturnType<typeof keyRecords>;
  readonly openFiles: FileOpening;
  readonly opensAgain: OpensAgain;
  readonly endUnusedSessions: EndUnusedSessions;
  readonly endUnusedAdminSessions: EndUnusedSessions;
}
