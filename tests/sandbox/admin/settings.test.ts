import { expect, test } from "vitest";
import { anAdmin, aWorld } from "./support/an-admin.ts";

test.each([
  ["/server/admincontact", { contactName: "Ada", contactEmail: "ada@example.com" }],
  ["/server/scripterrorslog", { FMSEScriptErrorLog: false }],
  ["/server/backuppath", { backupPath: "filelinux:/backups/" }],
  ["/server/progressivebackuppath", { progressiveBackupPath: "filelinux:/progressive/" }],
  ["/server/config/general", { cacheSize: 1024, maxFiles: 10, maxPSOS: 5, onlyOpenLastOpenedDatabases: true }],
  ["/server/config/security", { requireSecureDB: false }],
  ["/server/config/authenticatedstream", { authenticatedStream: 2 }],
  ["/server/config/parallelbackup", { parallelBackupEnabled: true }],
  ["/server/config/persistentcache", { persistentCache: true, databaseServerAutoRestart: true }],
  ["/server/config/blocknewusers", { blockNewUsers: true }],
  ["/server/config/allowunknownsslcertificaterevocation", { allowUnknownSSLCertificateRevocation: true }],
  ["/server/notifications/email", { emailSenderAddress: "fms@example.com", smtpServerPort: 587 }],
  ["/server/notifications/email/available", { emailNotification: true }],
  ["/fmdapi/config", { enabled: false }],
  ["/fmodata/config", { enabled: false }],
  ["/webdirect/config", { enabled: false }],
  ["/xdbc/config", { enabled: true }],
  ["/wpe/config", { enabled: false }],
  ["/wpe/config/1", { enabled: false }],
  ["/customhomepage/config", { enabled: true }],
  ["/customhomeurl/config", { customHomeUrl: "https://example.com/" }],
  ["/nginxloadbalancerurl/config", { NginxLoadBalancerUrl: "https://example.com/" }],
  ["/fmclients/httpstunneling", { enableHTTPSTunneling: true }],
  ["/fmclients/databasevisibility", { databaseVisibility: true }],
  ["/fmclients/sessiontimeout/progo", { enableProGoTimeout: true, sessionTimeout: 60 }],
  ["/fmclients/sessiontimeout/webdirect", { sessionTimeout: 30 }],
  ["/fmclients/fmseSessionsBeforeQueuing", { fmseSessionsBeforeQueuing: 10 }],
  ["/extauth/dbsignin/externalserver", { EnableExtServerSignin: true }],
  ["/extauth/dbsignin/microsoft", { EnableMSSignin: true }],
  ["/extauth/dbsignin/google", { EnableGoogleSignin: true }],
  ["/extauth/dbsignin/amazon", { EnableAmazonSignin: true }],
  ["/extauth/dbsignin/appleid", { EnableAppleIDSignin: true }],
  ["/extauth/dbsignin/customoauth", { EnableCustomOAuthSignin: true }],
  ["/extauth/provider/microsoft", { AzureID: "id", AzureDirectoryID: "directory" }],
  ["/extauth/provider/google", { GoogleID: "id" }],
  ["/extauth/provider/amazon", { AmazonID: "id" }],
  ["/extauth/provider/appleid", { ClientID: "id" }],
  ["/extauth/provider/customoauth", { ClientID: "id" }],
  ["/extauth/extgroup", { groupName: "fmsadmin" }],
  ["/extauth/adminconsolesignin", { useExternalGroup: true }],
] as const)("%s accepts %j, keeps the rest, and returns it", async (path, change) => {
  const admin = await anAdmin();
  const before = (await admin.call("GET", path)).response;
  expect(before).not.toMatchObject(change);
  expect(await admin.call("PATCH", path, change)).toMatchObject({ status: 200, code: "0" });
  expect((await admin.call("GET", path)).response).toEqual({ ...before, ...change });
});

test.each([
  ["/server/config/progressivebackup", { incrementalBackupEnabled: true }],
  ["/server/config/serverdiscovery", { serverDiscovery: "on" }],
])("%s can be written but not read", async (path, change) => {
  const admin = await anAdmin();
  expect((await admin.call("PATCH", path, change)).code).toBe("0");
  expect(await admin.call("GET", path)).toMatchObject({ status: 405, code: "1704" });
});

test("the sessions of web publishing are read inside config", async () => {
  const admin = await anAdmin();
  await admin.call("PATCH", "/maxcwpsessions/config", { maxCwpSessions: 7 });
  expect((await admin.call("GET", "/maxcwpsessions/config")).response).toEqual({ config: { maxCwpSessions: 7 } });
});

test("secrets are accepted and never returned", async () => {
  const admin = await anAdmin();
  for (const [path, change] of [
    ["/server/notifications/email", { smtpPassword: "hush-hush" }],
    ["/extauth/provider/microsoft", { AzureKey: "hush-hush" }],
    ["/extauth/provider/customoauth", { ClientSecret: "hush-hush" }],
  ] as const) {
    expect((await admin.call("PATCH", path, change)).code).toBe("0");
    expect((await admin.call("GET", path)).text).not.toContain("hush-hush");
  }
});

test("a configured additional folder is listed with the folders", async () => {
  const admin = await anAdmin();
  const path = "filelinux:/more/";
  await admin.call("PATCH", "/server/config/additionaldbfolder", {
    UseOtherDatabaseRoot: true,
    DatabaseRootPath: path,
  });
  expect((await admin.call("GET", "/server/additionaldbpath")).response).toEqual({
    additionalDatabaseFolder: [path],
    additionalDatabaseFolderPath: path,
  });
  const folders = (await admin.call("GET", "/server/currentfoldersettings")).response;
  expect(folders).toMatchObject({
    additionalDatabaseFolderPath: path,
    backupPath: "filelinux:/opt/FileMaker/FileMaker Server/Data/Backups/",
  });
  for (const [place, name] of [
    ["/server/defaultdbpath", "defaultDatabaseFolder"],
    ["/server/securedbpath", "secureDatabaseFolder"],
    ["/server/additionalrcpath", "additionalRemoteContainerFolderPath"],
  ] as const) {
    expect((await admin.call("GET", place)).response[name]).toBe(folders[name]);
  }
});

test("PHP and XML return 500 if they aren't installed, and respond like the others if they are", async () => {
  const bare = await anAdmin();
  for (const path of ["/php/config", "/xml/config"]) expect((await bare.call("GET", path)).status).toBe(500);
  const admin = await anAdmin(aWorld({ admin: { settings: { php: { installed: true } } } }));
  await admin.call("PATCH", "/php/config", { enabled: true, characterEncoding: "ISO-8859-1" });
  expect((await admin.call("GET", "/php/config")).response).toEqual({
    enabled: true,
    characterEncoding: "ISO-8859-1",
    errorMessageLanguage: "en",
    dataPreValidation: false,
    useFileMakerPhp: false,
  });
  expect(await admin.call("PATCH", "/php/config", { installed: false })).toMatchObject({ status: 400, code: "1706" });
});

test("the world sets the initial settings", async () => {
  const admin = await anAdmin(aWorld({ admin: { settings: { general: { cacheSize: 2048 } } } }));
  expect((await admin.call("GET", "/server/config/general")).response).toMatchObject({
    cacheSize: 2048,
    maxFiles: 256,
  });
});

test.each([
  ["/server/config/general", { cacheSize: 1 }, "1708"],
  ["/server/config/general", { cacheSize: "512" }, "1708"],
  ["/server/config/general", { colour: "red" }, "1706"],
  ["/server/config/general", { toString: 1 }, "1706"],
  ["/server/config/general", {}, "1707"],
  ["/server/backuppath", { progressiveBackupPath: "x" }, "1706"],
  ["/fmdapi/config", { enabled: "no" }, "1708"],
  ["/fmdapi/config", {}, "1707"],
  ["/server/config/security", "[]", "1710"],
])("%s with %j is rejected with 400 and %s, and nothing changes", async (path, body, code) => {
  const admin = await anAdmin();
  const before = (await admin.call("GET", path)).response;
  expect(await admin.call("PATCH", path, body)).toMatchObject({ status: 400, code, response: {} });
  expect((await admin.call("GET", path)).response).toEqual(before);
});

test("only the primary machine exists", async () => {
  const admin = await anAdmin();
  expect(await admin.call("GET", "/wpe/config/2")).toMatchObject({ status: 404, code: "1700" });
});

test("plug-ins are listed and enabled or disabled, individually and for an engine", async () => {
  const admin = await anAdmin(aWorld({ plugins: [{ pluginName: "MBS", filename: "MBS.fmx" }] }));
  expect((await admin.call("PATCH", "/plugins/1", { enabled: false })).code).toBe("0");
  expect((await admin.call("GET", "/plugins")).response).toEqual({
    plugins: [{ id: "1", pluginName: "MBS", filename: "MBS.fmx", enabled: false }],
  });
  await admin.call("POST", "/plugins/DAPIPlugins", { enabled: false });
  await admin.call("POST", "/plugins/DAPIAllowInstallPluginScript", { enabled: true });
  expect((await admin.call("GET", "/plugins/DAPIPluginConfig")).response).toEqual({
    config: { usePlugins: false, allowInstallPlugin: true },
  });
  expect(await admin.call("PATCH", "/plugins/9", { enabled: true })).toMatchObject({ status: 404, code: "1700" });
});
