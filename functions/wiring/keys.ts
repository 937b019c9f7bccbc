import type { ServiceOf } from "../../shared/contract/operation.ts";
import type { keys as keysContract } from "../../shared/keys/contract.ts";
import { type FileCaller, fileCaller } from "../../shared/keys/file-caller.ts";
import { type FileCheck, fileCheck } from "../../shared/keys/file-check.ts";
import { fileTrial } from "../../shared/keys/file-opening.ts";
import { type Rewrap, rewrap } from "../../shared/keys/rewrap.ts";
import { keyService } from "../../shared/keys/service.ts";
import { unusedSessions } from "../../shared/keys/unused-sessions.ts";
import { consoleAccounts, failedAttempts } from "./accounts.ts";
import { adminSessions, fileMakerAdmin, fileMakerData, fileMakerOData, sessions } from "./filemaker.ts";
import { afterwards, once } from "./foundation.ts";
import { adminRing, refusals, ring, store } from "./keyrings.ts";

/** The keys resource. */
export function keys(): ServiceOf<typeof keysContract> {
  return once("keys", ({ vault, clock, ids }) =>
    keyService({
      store: store(),
      refusals: refusals(),
      keyring: ring(),
      adminKeyring: adminRing(),
      sessions: sessions(),
      adminSessions: adminSessions(),
      checkFiles: checkFiles(),
      accounts: consoleAccounts(),
      attempts: failedAttempts(),
      background: afterwards(),
      vault,
      clock,
      ids,
    }),
  );
}

/** Accounts of files, as the credential of a call. */
export function fileAccounts(): FileCaller {
  return once("file accounts", ({ vault }) =>
    fileCaller(fileTrial({ store: store(), checkFiles: checkFiles(), attempts: failedAttempts(), vault })),
  );
}

function checkFiles(): FileCheck {
  return once("file check", () =>
    fileCheck({ dataApi: fileMakerData(), odata: fileMakerOData(), adminApi: fileMakerAdmin() }),
  );
}

/** What follows on a change of the master key. */
export function rewrapKeys(): Rewrap {
  return once("rewrap", ({ vault }) => {
    const shared = { store: store(), background: afterwards() };
    const endUnusedSessions = {
      data: unusedSessions({ ...shared, kind: "data", sessions: sessions() }),
      admin: unusedSessions({ ...shared, kind: "admin", sessions: adminSessions() }),
    };
    return rewrap({ store: store(), keyrings: { data: ring(), admin: adminRing() }, vault, endUnusedSessions });
  });
}
