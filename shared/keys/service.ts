import type { ServiceOf } from "../contract/operation.ts";
import type { RefusalStore } from "../filemaker/refusal-store.ts";
import type { SessionPool } from "../filemaker/session-pool.ts";
import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Vault } from "../ports/vault.ts";
import type { AdminAccounts } from "../sessions/admin-accounts.ts";
import type { Attempts } from "../sessions/attempts.ts";
import { adminKeys } from "./admin-keys.ts";
import type { keys } from "./contract.ts";
import { createDataKey } from "./create-data-key.ts";
import { dataKeys } from "./data-keys.ts";
import type { FileCheck } from "./file-check.ts";
import { type FileOpening, fileOpening } from "./file-opening.ts";
import { keyRecords } from "./key-records.ts";
import type { AdminKeyring, Keyring } from "./keyring.ts";
import { type OpensAgain, opensAgain } from "./opens-again.ts";
import type { KeyStore } from "./store.ts";
import { type EndUnusedSessions, unusedSessions } from "./unused-sessions.ts";
import { updateDataKey } from "./update-data-key.ts";

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

/** The keys resource. */
export function keyService(dependencies: KeyServiceDependencies): ServiceOf<typeof keys> {
  const rooms: KeyRooms = {
    ...dependencies,
    records: keyRecords(dependencies),
    openFiles: fileOpening(dependencies),
    opensAgain: opensAgain(dependencies),
    endUnusedSessions: unusedSessions({ ...dependencies, kind: "data" }),
    endUnusedAdminSessions: unusedSessions({ ...dependencies, kind: "admin", sessions: dependencies.adminSessions }),
  };
  return { ...createDataKey(rooms), ...updateDataKey(rooms), ...dataKeys(rooms), ...adminKeys(rooms) };
}
