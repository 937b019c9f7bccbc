import type { ServiceOf } from "../contract/operation.ts";
import { adminKeys } from "./admin-keys.ts";
import type { keys } from "./contract.ts";
import { createDataKey } from "./create-data-key.ts";
import { dataKeys } from "./data-keys.ts";
import { fileOpening } from "./file-opening.ts";
import type { KeyRooms, KeyServiceDependencies } from "./key-dependencies.ts";
import { keyRecords } from "./key-records.ts";
import { opensAgain } from "./opens-again.ts";
import { unusedSessions } from "./unused-sessions.ts";
import { updateDataKey } from "./update-data-key.ts";

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
