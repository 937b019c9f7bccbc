import { adminLogin } from "./admin-login.ts";
import { adminLogout } from "./admin-logout.ts";
import { adminLogoutWithoutToken } from "./admin-logout-without-token.ts";
import type { AdminOperation } from "./admin-operation.ts";
import { certificateInfo } from "./certificate/certificate-info.ts";
import { changeCertificate } from "./certificate/change-certificate.ts";
import { letsEncrypt } from "./certificate/lets-encrypt.ts";
import { disconnectClient } from "./clients/disconnect-client.ts";
import { listClients } from "./clients/list-clients.ts";
import { messageClient } from "./clients/message-client.ts";
import { downloadDatabase } from "./databases/download-database.ts";
import { listDatabases } from "./databases/list-databases.ts";
import { removeDatabase } from "./databases/remove-database.ts";
import { updateDatabase } from "./databases/update-database.ts";
import { updateDatabases } from "./databases/update-databases.ts";
import { uploadDatabase } from "./databases/upload-database.ts";
import { pluginOperations } from "./plugins/plugins.ts";
import { cancelBackup } from "./schedules/cancel-backup.ts";
import { createSchedules } from "./schedules/create-schedule.ts";
import { deleteSchedule } from "./schedules/delete-schedule.ts";
import { duplicateSchedule } from "./schedules/duplicate-schedule.ts";
import { getSchedule } from "./schedules/get-schedule.ts";
import { listSchedules } from "./schedules/list-schedules.ts";
import { updateSchedule } from "./schedules/update-schedule.ts";
import { adminRoleOperations } from "./server/admin-roles.ts";
import { changeRootAdmin } from "./server/change-root-admin.ts";
import { getServerMetadata } from "./server/get-server-metadata.ts";
import { licenseOperations } from "./server/license.ts";
import { pkiKeyOperations } from "./server/pki-keys.ts";
import { remoteBackupOperations } from "./server/remote-backup.ts";
import { renameServer } from "./server/rename-server.ts";
import { getServerStatus, setServerStatus } from "./server/server-status.ts";
import { dataApiUsage } from "./settings/data-api-usage.ts";
import { engineOperations } from "./settings/engines.ts";
import { folderOperations } from "./settings/folders.ts";
import { settingEndpoints } from "./settings/setting-endpoints.ts";
import { settingOperations } from "./settings/setting-operations.ts";
import { webPublishingOperations } from "./settings/web-publishing.ts";

/** Operations that require a running Database Server. */
const ofTheDatabaseServer: readonly AdminOperation[] = [
  listDatabases,
  uploadDatabase,
  downloadDatabase,
  updateDatabases,
  updateDatabase,
  removeDatabase,
  listClients,
  disconnectClient,
  messageClient,
  listSchedules,
  ...createSchedules,
  duplicateSchedule,
  getSchedule,
  updateSchedule,
  deleteSchedule,
  cancelBackup,
  ...remoteBackupOperations,
];

/** All operations of the Admin API. A path without variables comes before paths whose variables would match its name. */
export const adminOperations: readonly AdminOperation[] = [
  adminLogin,
  adminLogout,
  adminLogoutWithoutToken,
  getServerMetadata,
  getServerStatus,
  setServerStatus,
  renameServer,
  changeRootAdmin,
  ...adminRoleOperations,
  ...pkiKeyOperations,
  certificateInfo,
  ...changeCertificate,
  ...letsEncrypt,
  ...ofTheDatabaseServer.map((operation) => ({ ...operation, needsDatabaseServer: true })),
  ...settingEndpoints.flatMap(settingOperations),
  ...engineOperations,
  ...webPublishingOperations,
  ...folderOperations,
  dataApiUsage,
  ...pluginOperations,
  ...licenseOperations,
];
