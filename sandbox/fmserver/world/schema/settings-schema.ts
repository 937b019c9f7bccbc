import * as z from "zod";
import { ConnectorSettings } from "./connector-settings-schema.ts";
import { SignInSettings } from "./sign-in-settings-schema.ts";

const Text = z.string().default("");
const Off = z.boolean().default(false);
const On = z.boolean().default(true);

const DATA = "filelinux:/opt/FileMaker/FileMaker Server/Data/";

/** Settings of the server as in the Admin API, grouped by endpoint, under the names in the API. */
export const Settings = z.strictObject({
  adminContact: z.strictObject({ contactName: Text, contactEmail: Text, contactPhone: Text }).prefault({}),
  restrictAccess: z
    .strictObject({
      restrictIPEnabled: Off.describe("true: other addresses get 403 on the public port."),
      restrictIPList: z.union([z.string(), z.array(z.string())]).default(""),
    })
    .prefault({}),
  scriptErrorsLog: z
    .strictObject({ FMSEScriptErrorLog: On, WPEScriptErrorLog: On, DAPIScriptErrorLog: On })
    .prefault({}),
  folders: z
    .strictObject({
      backupPath: z.string().default(`${DATA}Backups/`),
      progressiveBackupPath: z.string().default(`${DATA}Progressive/`),
      secureDatabaseFolder: z.string().default(`${DATA}Secure/`),
      additionalDatabaseFolderPath: Text,
      additionalRemoteContainerFolderPath: Text,
    })
    .prefault({}),
  general: z
    .strictObject({
      cacheSize: z.int().min(64).max(1_048_576).default(512),
      maxFiles: z.int().min(1).max(256).default(256).describe("One more file than this stays closed."),
      maxProConnections: z.int().min(0).max(2000).default(250),
      maxPSOS: z.int().min(0).max(500).default(100),
      openDatabasesOnStart: On,
      onlyOpenLastOpenedDatabases: Off,
      useSchedules: On.describe("false: schedules run by command only."),
      startupRestorationEnabled: On,
      startupRestorationLogPath: Text,
      autostartDBS: On,
      autostartWPE: On,
    })
    .prefault({}),
  security: z.strictObject({ requireSecureDB: On }).prefault({}),
  authenticatedStream: z.strictObject({ authenticatedStream: z.int().min(1).max(2).default(1) }).prefault({}),
  parallelBackup: z.strictObject({ parallelBackupEnabled: Off }).prefault({}),
  progressiveBackup: z.strictObject({ incrementalBackupEnabled: Off }).prefault({}),
  persistentCache: z
    .strictObject({ persistentCache: Off, persistentCacheSync: Off, databaseServerAutoRestart: Off })
    .prefault({}),
  blockNewUsers: z
    .strictObject({ blockNewUsers: Off.describe("true: nobody new gets in; those inside stay.") })
    .prefault({}),
  additionalFolder: z
    .strictObject({
      UseOtherDatabaseRoot: Off,
      DatabaseRootPath: Text,
      UseDatabaseRoot1_RC: Off,
      DatabaseRootPath1_RC: Text,
      backupDatabaseRoot1_RC: Off,
    })
    .prefault({}),
  serverDiscovery: z.strictObject({ serverDiscovery: Text }).prefault({}),
  certificateRevocation: z.strictObject({ allowUnknownSSLCertificateRevocation: Off }).prefault({}),
  email: z
    .strictObject({
      emailSenderAddress: Text,
      emailReplyAddress: Text,
      emailRecipients: Text,
      smtpServerAddress: Text,
      smtpServerPort: z.int().min(0).max(65_535).default(25),
      smtpUsername: Text,
      smtpPassword: Text,
      smtpAuthType: z.int().min(0).default(0),
      smtpSecurity: z.int().min(0).default(0),
      customHostName: Text,
      smtpAccount: Text,
    })
    .prefault({}),
  emailNotification: z.strictObject({ emailNotification: z.union([z.boolean(), z.int()]).default(false) }).prefault({}),
  ...ConnectorSettings,
  ...SignInSettings,
});
export type Settings = z.output<typeof Settings>;

/** Name of a group. */
export type SettingsGroup = keyof Settings;
