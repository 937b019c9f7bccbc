import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

const Check = z.object({
  ok: z.boolean().nullable().describe("True if the component is healthy; null if unknown or unused."),
  text: z.string().describe("Result of the check in words."),
});
export type Check = z.infer<typeof Check>;

/** State of a part of FileMaker Server. `off`: disabled. `unknown`: it couldn't be checked. */
const PartState = z.enum(["running", "off", "stopped", "unknown"]);
export type PartState = z.infer<typeof PartState>;

const ServerParts = z.object({
  webServer: PartState.describe("The web server in front of the other components."),
  databaseServer: PartState.describe(
    "The Database Server, which hosts the files. Known if an Admin API key is stored or an administrator checked in the last two minutes.",
  ),
  adminApi: PartState.describe("The Admin API."),
  dataApi: PartState.describe("The Data API."),
  odata: PartState.describe("OData."),
});
export type ServerParts = z.infer<typeof ServerParts>;

/** A CSS color: hex, a name, or a function. Nothing in it can end an attribute or a style sheet. */
const cssColor =
  /^ *(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,20}|(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|color|color-mix|light-dark|device-cmyk)\([\w .,%/+#()-]*\)) *$/i;

/** CSS color as entered: `#2f6feb`, `teal`, `hsl(210 80% 50%)`. Stored and returned unchanged. */
export const Color = z.string().min(1).max(64).regex(cssColor, "must be a CSS color");

/** Stored color. Earlier versions accepted any text. */
const StoredColor = z.string().nullable();

/** Single line of text for people. */
const Line = z.string().regex(/^[^\p{Cc}]*$/u, "must be one line of text");

const Count = z.int().min(0).max(1_000_000);

const SidebarVariant = z
  .enum(["light", "color"])
  .describe("Style of the console's menu: in the server's color, or plain.");

const Appearance = {
  themeColor: StoredColor.describe("The custom color exactly as entered; null if none is set."),
  environmentTag: z.string().nullable().describe("A short tag such as `dev`; null if none is set."),
  environmentTagColor: StoredColor.describe("The tag's color as entered; null if none is set."),
  serverNickname: z.string().describe("Nickname of the server. Empty if none is set."),
};

const Release = {
  version: z.string().describe("Version number in three parts: major, minor, patch."),
  build: z.string().describe("Version number with a fourth part for the build."),
  ...Appearance,
  isLicenseValid: z.boolean().describe("Always true: there is nothing to license."),
  isOCCConnected: z.boolean().describe("Always false: there is no cloud console."),
};

const FileMakerServer = z.object({
  version: z
    .object({
      long: z.string().describe("As FileMaker Server writes it, such as `22.0.2.204`. Empty while unknown."),
      short: z.string().describe("Major, minor and patch. Empty while unknown."),
      major: z.int().min(0).describe("Major version; 0 while unknown."),
      minor: z.int().min(0).describe("Minor version; 0 while unknown."),
      patch: z.int().min(0).describe("Patch version; 0 while unknown."),
    })
    .describe("FileMaker Server's version, from the account of a stored Admin API key."),
  fmsRunning: z
    .boolean()
    .describe(
      "True if FileMaker Server is running: its Database Server, if known; otherwise if its Data API responded just now.",
    ),
  parts: ServerParts.describe("Current state of each component."),
  trouble: z.string().nullable().describe("The server's problem in one sentence; null if there is no known problem."),
  serverId: z.string().describe("Id of the server. Empty while unknown."),
  host: z.string().describe("Host name of FileMaker Server."),
  name: z.string().describe("Name of the server in its Admin Console. Empty while unknown."),
});

/** Current state of FileMaker Server. */
export const ServerState = z.object({
  parts: ServerParts.describe("Current state of each component."),
  trouble: z.string().nullable().describe("The server's problem in one sentence; null if there is no known problem."),
  checkedAt: Timestamp.describe("Time of the check."),
});
export type ServerState = z.infer<typeof ServerState>;

/** Information about the service and its FileMaker Server. */
export const Information = z.object({
  Otto: z
    .object(Release)
    .describe("Version of OttoFMS that this service is compatible with, for clients that read it."),
  service: z
    .object({
      ...Release,
      sidebarVariant: SidebarVariant,
      isDemo: z.boolean().describe("True if this is a demo server: Latchkey's sandbox simulates FileMaker Server."),
    })
    .describe("This service."),
  FileMakerServer: FileMakerServer.describe("FileMaker Server."),
});
export type Information = z.infer<typeof Information>;

const Retention = {
  deleteFMSRemovedFilesAfterXDays: Count.nullable().describe(
    "Days until the agent deletes files that FileMaker Server removed (`Removed_By_FMS`, next to the databases); null means never.",
  ),
  maxDeploymentBackups: Count.nullable().describe("Number of deployments that keep their backups; null means all."),
  maxOutboxBuilds: Count.nullable().describe("Number of builds in the outbox; null means all."),
};

const days = (what: string) => z.int().min(0).describe(`Days for which ${what}.`);

/** Settings from the environment, which don't change while the service runs. */
const Kept = z.object({
  processDays: days("a process and its log are kept after the process ends"),
  auditDays: days("the audit trail is kept"),
  trashDays: days("a deleted file stays in the trash"),
});
export type Kept = z.infer<typeof Kept>;

/** Settings that can be changed while the service runs. */
const Choices = {
  "auto-register-webhook": z.boolean().describe("True if a valid call of an unknown webhook registers the webhook."),
  debugLogging: z
    .boolean()
    .describe(
      "True if calls are logged in `svc-debug.log`, as with `LOG_DEBUG`. Only on one machine: on AWS that log belongs to Lambda.",
    ),
  environmentTag: Line.max(5).nullable().describe("A tag of at most five characters, such as `dev`."),
  serverNickname: Line.max(100).describe("Nickname of the server, at most 100 characters."),
  sidebarVariant: SidebarVariant,
  syncToHostname: z.boolean().describe("True if FileMaker Server's host name is used as nickname."),
  ...Retention,
};

/** Settings as returned. The color has two names here and a third in requests, as clients expect. */
export const Settings = z.object({
  ...Choices,
  environmentTagColor: StoredColor.describe("The tag's color as entered; null if none is set."),
  "custom-color": StoredColor.describe("The custom color exactly as entered; null if none is set."),
  "theme-color": StoredColor.describe("The same color, under the name that some clients read."),
  appLogToken: z
    .string()
    .nullable()
    .describe(
      "Token for writing to the application log; null if there is none or the caller isn't an administrator. A secret.",
    ),
  kept: Kept.describe("Retention periods, from the configuration at the start of the service."),
  version: z
    .int()
    .min(0)
    .describe("Version number. Increases by one with every change; 0 if nothing was ever changed."),
});
export type Settings = z.infer<typeof Settings>;

const SettingsChange = z
  .object({
    ...Choices,
    environmentTagColor: Color.nullable().describe("Color of the tag, a CSS color, stored as entered."),
    themeColor: Color.nullable().describe("Custom color, a CSS color, stored as entered."),
  })
  .partial()
  .extend({
    appLogToken: z
      .literal("regenerate")
      .optional()
      .describe("`regenerate` creates a new token; the old one stops working."),
    version: z
      .int()
      .min(0)
      .optional()
      .describe("Version of the settings that you read. If it isn't the newest, the response is 412."),
  });
export type SettingsChange = z.infer<typeof SettingsChange>;

/** Severity of a line in the application log. */
const AppLogLevel = z.enum(["error", "warn", "info", "http", "verbose", "debug"]);
export type AppLogLevel = z.infer<typeof AppLogLevel>;

const inUse = (what: string) => z.boolean().optional().describe(`True if ${what} is in use.`);
const pathOf = (what: string) => z.string().optional().describe(`Path of ${what}, in FileMaker Server's notation.`);

const ServerPreferences = z.object({
  UseOtherDatabaseRoot: inUse("the first additional database folder"),
  DatabaseRootPath: pathOf("the first additional database folder"),
  UseOtherDatabaseRoot2: inUse("the second additional database folder"),
  DatabaseRootPath2: pathOf("the second additional database folder"),
  UseOtherDatabaseRoot3: inUse("the third additional database folder"),
  DatabaseRootPath3: pathOf("the third additional database folder"),
  UseDatabaseRoot1_RC: inUse("a separate folder for containers"),
  DatabaseRootPath1_RC: pathOf("the separate folder for containers"),
  BackupPath: pathOf("the backup folder"),
  ServerGUID: z.string().optional().describe("Id of the server."),
});

/** State of a prerequisite. */
const PointState = z.enum(["ok", "warning", "failed", "unknown"]);

/** Prerequisite for working keys. */
export const Point = z.object({
  id: z
    .enum([
      "server_reachable",
      "database_server",
      "server_version",
      "data_api_enabled",
      "odata_enabled",
      "admin_account",
      "certificate_valid",
      "certificate_name",
      "certificate_expiry",
      "clock",
      "agent_linked",
      "disk_space",
      "key_odata",
      "file_hosted",
      "file_open",
      "file_key",
      "file_account",
      "file_fmrest",
      "file_fmodata",
    ])
    .describe("Name of the check. File checks occur once per file, key checks only if the request names a key."),
  file: z.string().nullable().describe("File of the check; null if there is none."),
  state: PointState.describe(
    "`warning` doesn't prevent keys from working; `unknown` means that the check couldn't run.",
  ),
  text: z.string().describe("Result in one sentence."),
  remedy: z.string().nullable().describe("Instruction to fix the problem; null if the state is `ok`."),
});
export type Point = z.infer<typeof Point>;

const Prerequisites = z
  .object({
    files: z.array(DatabaseName).max(64).default([]).describe("Files that the key needs, at most 64."),
    key: z.string().min(1).max(100).optional().describe("Value, id or hint of a Data API key. Its account is checked."),
    user: z.string().min(1).max(255).optional().describe("Name of the FileMaker account to check."),
    pass: z.string().max(1024).optional().describe("Password of that account."),
  })
  .refine(({ user, pass }) => (user === undefined) === (pass === undefined), {
    path: ["pass"],
    message: "send both `user` and `pass`",
  })
  .refine(({ key, user }) => key === undefined || user === undefined, {
    path: ["key"],
    message: "name either a key or an account",
  });

const releaseExample = {
  version: "1.0.0",
  build: "1.0.0.0",
  themeColor: "#2f6feb",
  environmentTag: "dev",
  environmentTagColor: null,
  serverNickname: "Staging",
  isLicenseValid: true,
  isOCCConnected: false,
};
const versionExample = { long: "22.0.2.204", short: "22.0.2", major: 22, minor: 0, patch: 2 };

export const system = resource({
  getHealth: {
    method: "GET",
    path: "/svc/healthz",
    summary: "Check that the service is running",
    description: "Responds without checking the store or FileMaker Server. For process supervisors.",
    access: "anywhere",
    answers: "json",
    input: z.object({}),
    output: z.object({ ok: z.literal(true).describe("It does.") }),
    errors: [],
    example: { output: { ok: true } },
  },
  getReadiness: {
    method: "GET",
    path: "/svc/readyz",
    summary: "Check if the service is ready, with the state of each component",
    description:
      "Returns 200 while the service can respond, and 503 if its store is unavailable: for load balancers. With `?strict`, returns 503 as soon as any component is unhealthy: for monitoring. Unknown isn't unhealthy.",
    access: "anywhere",
    answers: "json",
    input: z.object({
      strict: z
        .enum(["", "0", "1", "false", "true"])
        .optional()
        .describe(
          "Respond with 503 as soon as any component is unhealthy. The parameter name without a value is enough.",
        ),
    }),
    output: z.object({
      ok: z.boolean().describe("True if no component is known to be unhealthy."),
      checks: z
        .object({
          store: Check.describe("The store of keys and sessions."),
          fileMakerServer: Check.describe(
            "FileMaker Server as a whole. The text ends with `(demo server)` if this is one.",
          ),
          webServer: Check.describe("FileMaker Server's web server."),
          databaseServer: Check.describe("FileMaker Server's Database Server. Known if an Admin API key is stored."),
          adminApi: Check.describe("FileMaker Server's Admin API."),
          dataApi: Check.describe("FileMaker Server's Data API."),
          odata: Check.describe("FileMaker Server's OData. Disabled isn't unhealthy."),
          agent: Check.describe("The agent on the database host. No agent isn't unhealthy."),
          disk: Check.describe("The disks of the service and, if the agent responds, of the database host."),
        })
        .describe("State of each component."),
    }),
    status: (readiness: { ok: boolean; checks: { store: Check } }, { strict }: { strict?: string | undefined }) => {
      const isStrict = strict !== undefined && strict !== "0" && strict !== "false";
      return (isStrict ? readiness.ok : readiness.checks.store.ok === true) ? 200 : 503;
    },
    errors: [],
    example: {
      output: {
        ok: true,
        checks: {
          store: { ok: true, text: "responds" },
          fileMakerServer: { ok: true, text: "responds" },
          webServer: { ok: true, text: "responds" },
          databaseServer: { ok: true, text: "is running" },
          adminApi: { ok: true, text: "responds" },
          dataApi: { ok: true, text: "responds" },
          odata: { ok: null, text: "is disabled" },
          agent: { ok: true, text: "is online" },
          disk: { ok: true, text: "has enough space" },
        },
      },
    },
  },
  getServerState: {
    method: "GET",
    path: "/svc/api/info/server",
    summary: "Get the current state of FileMaker Server",
    description:
      "At most two seconds old, for all callers. Reads the state of the Database Server with the caller's account, so it is known without a stored Admin API key.",
    access: "admin",
    input: z.object({}),
    output: ServerState,
    errors: [],
    example: {
      output: {
        parts: {
          webServer: "running",
          databaseServer: "stopped",
          adminApi: "running",
          dataApi: "running",
          odata: "running",
        },
        trouble: "The Database Server is stopped: files can't be opened.",
        checkedAt: "2026-11-20T08:15:02.000Z",
      },
    },
  },
  getInformation: {
    method: "GET",
    path: "/svc/api/info",
    summary: "Get information about this service and FileMaker Server",
    description:
      "Needs no credential. Values that FileMaker Server only returns to administrators are read with the account of a stored Admin API key, at most every ten minutes; without a key they stay empty.",
    access: "anyone",
    input: z.object({}),
    output: Information,
    errors: [],
    example: {
      output: {
        Otto: { ...releaseExample, version: "4.18.2", build: "4.18.2.0" },
        service: { ...releaseExample, sidebarVariant: "color", isDemo: false },
        FileMakerServer: {
          version: versionExample,
          fmsRunning: true,
          parts: {
            webServer: "running",
            databaseServer: "running",
            adminApi: "running",
            dataApi: "running",
            odata: "running",
          },
          trouble: null,
          serverId: "5A3DB0C8D1E84C0F",
          host: "fms.example.com",
          name: "Latchkey Demo Server",
        },
      },
    },
  },
  canReachOtherServer: {
    method: "GET",
    path: "/svc/api/can-reach-other-server",
    summary: "Check if this host can reach another server's service",
    grants: "a call to the other server",
    description:
      "Calls the other server's `info` once, with a timeout of ten seconds, without following redirects. Addresses in private networks are called only if `CALLOUT_NETWORKS` lists them; this machine's own never. If `ok` is false, `msg` has the reason.",
    access: "admin",
    input: z.object({
      otherServerUrl: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .describe(
          "Address of the other server, such as `https://fms2.example.com`. Only scheme, host and port are used.",
        ),
      isLegacy: z.enum(["0", "1"]).default("0").describe("`1` uses the port of the older major version, 3030."),
    }),
    output: z.object({
      ok: z.boolean().describe("True if the other service responded."),
      msg: z.string().describe("Result in words."),
    }),
    errors: [],
    example: {
      input: { otherServerUrl: "https://fms2.example.com" },
      output: { ok: false, msg: "Couldn't find an address for fms2.example.com." },
    },
  },
  checkPrerequisites: {
    method: "POST",
    path: "/svc/api/prerequisites",
    summary: "Check the prerequisites of a key",
    description:
      "Checks FileMaker Server, its certificate and clock, and for each file if it is hosted and open, if it accepts the account, if the account has the extended privileges, and if the key opens it. " +
      "Uses the account in the body or of a stored key; without one, files are looked up but not opened. Rejected accounts count as failed sign-ins.",
    access: "admin",
    input: Prerequisites,
    output: z.object({
      ok: z.boolean().describe("True if no check failed."),
      points: z.array(Point).describe("All checks, in the order in which to fix problems."),
    }),
    errors: ["key_not_found", "too_many_attempts"],
    changes: false,
    example: {
      input: { files: ["Contacts.fmp12"], user: "api", pass: "demo-pass" },
      output: {
        ok: false,
        points: [
          {
            id: "server_reachable",
            file: null,
            state: "ok",
            text: "FileMaker Server responds at https://fms.example.com.",
            remedy: null,
          },
          {
            id: "file_open",
            file: "Contacts.fmp12",
            state: "failed",
            text: "Contacts.fmp12 is hosted, but closed.",
            remedy: "Open the file in the Admin Console.",
          },
        ],
      },
    },
  },
  getSettings: {
    method: "GET",
    path: "/svc/api/settings",
    summary: "Get the settings",
    access: "admin",
    role: "viewer",
    holdsSecret: true,
    input: z.object({}),
    output: Settings,
    errors: [],
    example: {
      output: {
        "auto-register-webhook": true,
        debugLogging: false,
        environmentTag: "dev",
        environmentTagColor: null,
        serverNickname: "Staging",
        sidebarVariant: "color",
        syncToHostname: false,
        deleteFMSRemovedFilesAfterXDays: null,
        maxDeploymentBackups: 3,
        maxOutboxBuilds: 3,
        "custom-color": "#2f6feb",
        "theme-color": "#2f6feb",
        appLogToken: null,
        kept: { processDays: 30, auditDays: 365, trashDays: 30 },
        version: 1,
      },
    },
  },
  updateSettings: {
    method: "PATCH",
    path: "/svc/api/settings",
    summary: "Update the settings",
    description: "Only values in the body change. Two changes at the same time are both kept.",
    access: "admin",
    rowNames: { "custom-color": "themeColor", "theme-color": "themeColor" },
    input: SettingsChange,
    output: z.object({
      ok: z.boolean().describe("True if the change is stored."),
      version: z.int().describe("New version of the settings."),
    }),
    errors: ["settings_changed"],
    changes: () => "settings",
    example: {
      input: { serverNickname: "Staging", environmentTag: "dev", themeColor: "#2f6feb" },
      output: { ok: true, version: 1 },
    },
  },
  getServerPreferences: {
    method: "GET",
    path: "/svc/api/settings/serverPrefs",
    summary: "Get FileMaker Server's folder preferences",
    description: "Asks the Admin API. Values that this server doesn't return are left out.",
    access: "admin",
    input: z.object({}),
    output: ServerPreferences,
    errors: ["stored_credentials_refused", "admin_role_refused", "upstream_unreachable", "certificate_refused"],
    example: {
      output: {
        UseOtherDatabaseRoot: true,
        DatabaseRootPath: "filelinux:/data/more/",
        UseDatabaseRoot1_RC: false,
        DatabaseRootPath1_RC: "",
        BackupPath: "filelinux:/opt/FileMaker/FileMaker Server/Data/Backups/",
        ServerGUID: "5A3DB0C8D1E84C0F",
      },
    },
  },
  restartService: {
    method: "POST",
    path: "/svc/api/restart",
    summary: "Restart this service",
    description:
      "Doesn't restart FileMaker Server. Running calls finish, sessions are logged out, and the program starts again with the same code and settings. " +
      "`ok` is false if the service can't restart itself: on AWS, where instances start and stop automatically, and on Windows.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      ok: z.boolean().describe("True if the service restarts."),
      message: z.string().describe("Result in words."),
    }),
    changes: () => "service",
    errors: [],
    example: { output: { ok: true, message: "The service is restarting. It responds again within seconds." } },
  },
  writeAppLog: {
    method: "POST",
    path: "/svc/api/app-log",
    summary: "Write a line to the application log",
    description:
      "For apps and scripts that report to administrators: `error` goes to `app-error.log`, `warn` and `info` go to `app-info.log`. " +
      "`http`, `verbose` and `debug` are kept only with `DEBUG_APP_LOG`, in `app-debug.log`. Create the token in the settings; it is the only accepted credential.",
    access: "own",
    input: z.object({
      token: z.string().min(1).max(200).describe("The token from the settings."),
      level: AppLogLevel.default("info").describe("Level of the message."),
      message: z.string().max(10_000).describe("The message. Line breaks are kept within one log line."),
    }),
    output: z.object({ success: z.boolean().describe("True if the line was written, or if its level isn't kept.") }),
    changes: false,
    errors: ["app_log_token_refused"],
    example: {
      input: { token: "al_2f0c…", level: "warn", message: "The nightly import took two hours" },
      output: { success: true },
    },
  },
  openInFileMaker: {
    method: "GET",
    path: "/svc/redirect/fm/{file}/{script}",
    summary: "Open a file in FileMaker and run a script",
    description:
      "Redirects a browser to the `fmp://` address of the file on FileMaker Server. Every query parameter becomes a variable of the script: " +
      "`?color=red` is `$color`. FileMaker asks for the account, which needs the extended privilege `fmurlscript`.",
    access: "anyone",
    answers: "raw",
    input: z.object({
      file: DatabaseName.describe("Name of the file, with or without `.fmp12`."),
      script: z.string().min(1).max(255).describe("Name of the script."),
    }),
    output: z.unknown(),
    errors: ["input_invalid"],
    example: { input: { file: "Contacts", script: "Show orders" } },
  },
});
