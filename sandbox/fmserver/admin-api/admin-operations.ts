import { adminLogin } from "./admin-login.ts";
import { adminLogout } from "./admin-logout.ts";
import type { AdminOperation } from "./admin-operation.ts";
import { getServerMetadata } from "./get-server-metadata.ts";
import { listDatabases } from "./list-databases.ts";
import { updateDatabase } from "./update-database.ts";

/** What the sandbox has of the Admin API. */
export const adminOperations: readonly AdminOperation[] = [
  adminLogin,
  adminLogout,
  getServerMetadata,
  listDatabases,
  updateDatabase,
];
