import type { ServiceOf } from "#shared/contract/operation.ts";
import type { keys } from "./contract.ts";
import { clearRefusals } from "./file-access/clear-refusals.ts";
import { fileOpening, fileTrial } from "./file-access/file-opening.ts";
import { adminKeys } from "./operations/admin-keys.ts";
import { changePasswords } from "./operations/change-passwords.ts";
import { createDataKey } from "./operations/create-data-key.ts";
import { dataKeys } from "./operations/data-keys.ts";
import type { KeyDependencies, KeyServiceDependencies } from "./operations/key-dependencies.ts";
import { keyRecords } from "./operations/key-records.ts";
import { rotateKeys } from "./operations/rotate-keys.ts";
import { testKeys } from "./operations/test-keys.ts";
import { updateDataKey } from "./operations/update-data-key.ts";
import { unusedSessions } from "./unused-sessions.ts";

/** Creates the service of the keys resource. */
export function keyService(dependencies: KeyServiceDependencies): ServiceOf<typeof keys> {
  const operationDependencies: KeyDependencies = {
    ...dependencies,
    records: keyRecords(dependencies),
    tryFiles: fileTrial(dependencies),
    openFiles: fileOpening(dependencies),
    clearRefusals: clearRefusals(dependencies),
    endUnusedSessions: unusedSessions({ ...dependencies, kind: "data" }),
    endUnusedAdminSessions: unusedSessions({ ...dependencies, kind: "admin", sessions: dependencies.adminSessions }),
  };
  return {
    ...createDataKey(operationDependencies),
    ...updateDataKey(operationDependencies),
    ...dataKeys(operationDependencies),
    ...adminKeys(operationDependencies),
    ...rotateKeys(operationDependencies),
    ...testKeys(operationDependencies),
    ...changePasswords(operationDependencies),
  };
}
