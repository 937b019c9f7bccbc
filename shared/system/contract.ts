import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

const Check = z.object({
  ok: z.boolean().nullable().describe("Whether it is well. Null: not known, or not in use here."),
  text: z.string().describe("What was seen, in words."),
});
export type Check = z.infer<typeof Check>;

/** State of a part of FileMaker Server. `off`: disabled. `unknown`: it couldn't be checked. */
const PartState = z.enum(["running", "off", "stopped", "unknown"]);
export type PartState = z.infer<typeof PartState>;

const ServerParts = z.object({
  webServer: PartState.describe("The web server in front of the others."),
  databaseServer: PartState.describe(
    "The Database Server, which hosts the files. Known where an Admin API Key is stored, or an administrator has looked in the last two minutes.",
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
  .describe("How the console's menu looks: in the server's color, or plain.");

const Appearance = {
  themeColor: StoredColor.describe("The custom color exactly as it was entered, or null."),
  environmentTag: z.string().nullable().describe("A short mark such as `dev`, or null."),
  environmentTagColor: StoredColor.describe("The mark's color as it was entered, or null."),
  serverNickname: z.string().describe("The server's name for people. Empty when none was given."),
};

const Release = {
  version: z.string().describe("Release number in three parts: major, minor, patch."),
  build: z.string().describe("The release number and a fourth part that tells builds of one release apart."),
  ...Appearance,
  isLicenseValid: z.boolean().describe("Always true: there is nothing to license."),
  isOCCConnected: z.boolean().describe("Always false: there is no cloud console."),
};

const FileMakerServer = z.object({
  version: z
    .object({
      long: z.string().describe("As the server writes it, such as `22.0.2.204`. Empty while it is not known."),
      short: z.string().describe("Major, minor and patch. Empty while it is not known."),
      major: z.int().min(0).describe("0 while the version is not known."),
      minor: z.int().min(0).describe("0 while the version is not known."),
      patch: z.int().min(0).describe("0 while the version is not known."),
    })
    .describe("FileMaker Server's version, as far as the stored account of an Admin API Key has made it known."),
  fmsRunning: z
    .boolean()
    .describe(
      "Whether FileMaker Server runs: its Database Server, where that is known; otherwise whether its Data API engine answered just now.",
    ),
  parts: ServerParts.describe("How each part of it is found, just now."),
  trouble: z
    .string()
    .nullable()
    .describe("What is wrong with the server, in one sentence. Null: nothing that is known."),
  serverId: z.string().describe("The server's own id. Empty while it is not known."),
  host: z.string().describe("Host name that FileMaker Server is reached under."),
  name: z.string().describe("The server's name in its Admin Console. Empty while it is not known."),
});

/** Information about the service and its FileMaker Server. */
export const Information = z.object({
  Otto: z.object(Release).describe("The level that this service is compatible with, under the name that clients read."),
  service: z
    .object({
      ...Release,
      sidebarVariant: SidebarVariant,
      isDemo: z.boolean().describe("True if this is a demo server: the service's own sandbox plays FileMaker Server."),
    })
    .describe("This service."),
  FileMakerServer: FileMakerServer.describe("The server behind it."),
});
export type Information = z.infer<typeof Information>;

const Retention = {
  deleteFMSRemovedFilesAfterXDays: Count.nullable().describe(
    "Days after which what FileMaker Server has removed (`Removed_By_FMS` beside the databases) is deleted, by the agent on its host, within the hour. Null: never.",
  ),
  maxDeploymentBackups: Count.nullable().describe("How many deployments keep their backups. Null: all."),
  maxOutboxBuilds: Count.nullable().describe("How many builds stay in the outbox. Null: all."),
};

const days = (what: string) => z.int().min(0).describe(`Days for which ${what}.`);

/** Settings from the environment, which don't change while the service runs. */
const Kept = z.object({
  processDays: days("a process and its log are kept after its end"),
  auditDays: days("the audit trail is kept"),
  trashDays: days("a deleted file stays in the trash"),
});
export type Kept = z.infer<typeof Kept>;

/** Settings that can be changed while the service runs. */
const Choices = {
  "auto-register-webhook": z.boolean().describe("Whether a valid call of an unknown webhook registers it."),
  debugLogging: z
    .boolean()
    .describe(
      "Whether calls are described in `svc-debug.log`, as with `LOG_DEBUG`. On one machine: on AWS that log is Lambda's.",
    ),
  environmentTag: Line.max(5).nullable().describe("A mark of at most five characters, such as `dev`."),
  serverNickname: Line.max(100).describe("The server's name for people, at most 100 characters."),
  sidebarVariant: SidebarVariant,
  syncToHostname: z.boolean().describe("Whether FileMaker Server's host name stands in for the nickname."),
  ...Retention,
};

/** Settings as returned. The color has two names here and a third in requests, as clients expect. */
export const Settings = z.object({
  ...Choices,
  environmentTagColor: StoredColor.describe("The mark's color as it was entered, or null."),
  "custom-color": StoredColor.describe("The custom color exactly as it was entered, or null."),
  "theme-color": StoredColor.describe("The same color, under the other name that clients read."),
  appLogToken: z
    .string()
    .nullable()
    .describe(
      "What programs show to write into the application log. Null: none yet, or the caller is no administrator. A secret.",
    ),
  kept: Kept.describe("How long things are kept, by the configuration that the service was started with."),
  version: z.int().min(0).describe("Grows by one with every change. 0 while nothing was ever changed."),
});
export type Settings = z.infer<typeof Settings>;

const SettingsChange = z
  .object({
    ...Choices,
    environmentTagColor: Color.nullable().describe("The mark's color, a CSS color, kept as it is entered."),
    themeColor: Color.nullable().describe("The custom color, a CSS color, kept as it is entered."),
  })
  .partial()
  .extend({
    appLogToken: z.literal("regenerate").optional().describe("Makes a new token; the old one stops working."),
    version: z
      .int()
      .min(0)
      .optional()
      .describe("The version that was read. Refused with 412 when it is not the newest."),
  });
export type SettingsChange = z.infer<typeof SettingsChange>;

/** Severity of a line in the application log. */
const AppLogLevel = z.enum(["error", "warn", "info", "http", "verbose", "debug"]);
export type AppLogLevel = z.infer<typeof AppLogLevel>;

const inUse = (what: string) => z.boolean().optional().describe(`Whether ${what} is in use.`);
const pathOf = (what: string) => z.string().optional().describe(`Where ${what} is, as FileMaker Server writes it.`);

const ServerPreferences = z.object({
  UseOtherDatabaseRoot: inUse("the first additional database folder"),
  DatabaseRootPath: pathOf("the first additional database folder"),
  UseOtherDatabaseRoot2: inUse("the second additional database folder"),
  DatabaseRootPath2: pathOf("the second additional database folder"),
  UseOtherDatabaseRoot3: inUse("the third additional database folder"),
  DatabaseRootPath3: pathOf("the third additional database folder"),
  UseDatabaseRoot1_RC: inUse("a separate folder for containers"),
  DatabaseRootPath1_RC: pathOf("the separate folder for containers"),
  BackupPath: pathOf("the folder of backups"),
  ServerGUID: z.string().optional().describe("The server's own id."),
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
    .describe("Which point this is. Points of files stand once for each file, those of a key where one is named."),
  file: z.string().nullable().describe("The file that it is about, or null."),
  state: PointState.describe("`warning` leaves keys working; `unknown` could not be looked at."),
  text: z.string().describe("What was found, in one sentence."),
  remedy: z.string().nullable().describe("What to do about it. Null where the state is `ok`."),
});
export type Point = z.infer<typeof Point>;

const Prerequisites = z
  .object({
    files: z.array(DatabaseName).max(64).default([]).describe("Files that a key is wanted for, at most 64."),
    key: z.string().min(1).max(100).optional().describe("A Data API Key's value, id or hint: its account is tried."),
    user: z.string().min(1).max(255).optional().describe("Name of the FileMaker account to try."),
    pass: z.string().max(1024).optional().describe("Password of that account."),
  })
  .refine(({ user, pass }) => (user === undefined) === (pass === undefined), {
    path: ["pass"],
    message: "`user` and `pass` go together",
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
    summary: "Whether the service runs",
    description: "Answers without asking the store or FileMaker Server. For a process supervisor.",
    access: "anyone",
    isForAnyNetwork: true,
    answers: "json",
    input: z.object({}),
    output: z.object({ ok: z.literal(true).describe("It does.") }),
    errors: [],
    example: { output: { ok: true } },
  },
  getReadiness: {
    method: "GET",
    path: "/svc/readyz",
    summary: "Whether the service can answer, and how each part is found",
    description:
      "200 as long as the service itself can answer, 503 when its store cannot: for a load balancer. With `?strict` 503 as soon as any part is not well: for monitoring. What is not known is not unwell.",
    access: "anyone",
    isForAnyNetwork: true,
    answers: "json",
    input: z.object({
      strict: z
        .enum(["", "0", "1", "false", "true"])
        .optional()
        .describe("Whether 503 is answered as soon as any part is not well. The bare name is enough."),
    }),
    output: z.object({
      ok: z.boolean().describe("Whether no part is known to be unwell."),
      checks: z
        .object({
          store: Check.describe("Where keys and sessions are kept."),
          fileMakerServer: Check.describe(
            "The server behind the proxies as a whole. Its text ends in `(demo server)` if this is one.",
          ),
          webServer: Check.describe("FileMaker Server's web server."),
          databaseServer: Check.describe("Its Database Server. Known where an Admin API Key is stored."),
          adminApi: Check.describe("Its Admin API."),
          dataApi: Check.describe("Its Data API."),
          odata: Check.describe("Its OData. Switched off is not unwell."),
          agent: Check.describe("The agent on the database host. None is not unwell."),
          disk: Check.describe("The disks of the service and, where the agent answers, of the database host."),
        })
        .describe("Each of them."),
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
          store: { ok: true, text: "answers" },
          fileMakerServer: { ok: true, text: "answers" },
          webServer: { ok: true, text: "answers" },
          databaseServer: { ok: true, text: "runs" },
          adminApi: { ok: true, text: "answers" },
          dataApi: { ok: true, text: "answers" },
          odata: { ok: null, text: "is switched off" },
          agent: { ok: true, text: "is linked" },
          disk: { ok: true, text: "has room" },
        },
      },
    },
  },
  getInformation: {
    method: "GET",
    path: "/svc/api/info",
    summary: "What this service and the server behind it are",
    description:
      "Needs no credential. What FileMaker Server says of itself only to administrators is asked with the account of a stored Admin API Key, at most every ten minutes; without one it stays empty.",
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
    summary: "Whether this host reaches another server's service",
    grants: "a call to the other server",
    description:
      "Asks the other server's `info` once, for at most ten seconds, following no redirect. Addresses within private networks are called only where `CALLOUT_NETWORKS` lists them, this machine's own never. `ok` false says why in `msg`.",
    access: "admin",
    input: z.object({
      otherServerUrl: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .describe("Address of the other server, such as `https://fms2.example.com`. Only scheme, host and port count."),
      isLegacy: z.enum(["0", "1"]).default("0").describe("`1` asks the port of the older major version, 3030."),
    }),
    output: z.object({
      ok: z.boolean().describe("Whether the other service answered."),
      msg: z.string().describe("What was found, in words."),
    }),
    errors: [],
    example: {
      input: { otherServerUrl: "https://fms2.example.com" },
      output: { ok: false, msg: "The name fms2.example.com has no address." },
    },
  },
  checkPrerequisites: {
    method: "POST",
    path: "/svc/api/prerequisites",
    summary: "What still stands in the way of a key",
    description:
      "Looks at FileMaker Server, its certificate and clock, and, for each file, whether it is hosted and open, takes the account and gives it the extended privileges, and whether the key opens it. " +
      "The account is that of the body or of a stored key; without one, files are looked up but not opened. Refused accounts count as failed sign-in attempts.",
    access: "admin",
    input: Prerequisites,
    output: z.object({
      ok: z.boolean().describe("Whether no point failed."),
      points: z.array(Point).describe("Every point that was looked at, in the order in which to fix them."),
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
            text: "FileMaker Server answers at https://fms.example.com.",
            remedy: null,
          },
          {
            id: "file_open",
            file: "Contacts.fmp12",
            state: "failed",
            text: "Contacts.fmp12 is hosted, but not open.",
            remedy: "Open the file in the Admin Console.",
          },
        ],
      },
    },
  },
  getSettings: {
    method: "GET",
    path: "/svc/api/settings",
    summary: "Read the settings",
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
    summary: "Change the settings",
    description: "Only what the body names changes. Two changes at the same time are both kept.",
    access: "admin",
    rowNames: { "custom-color": "themeColor", "theme-color": "themeColor" },
    input: SettingsChange,
    output: z.object({
      ok: z.boolean().describe("The change is stored."),
      version: z.int().describe("The settings' version from now on."),
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
    summary: "Read FileMaker Server's folder preferences",
    description: "Asks the Admin API. What this server does not say is left out.",
    access: "admin",
    input: z.object({}),
    output: ServerPreferences,
    errors: ["stored_credentials_refused", "admin_role_refused", "upstream_unreachable"],
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
      "Not FileMaker Server. Calls under way are finished, sessions are logged out, and the program begins anew with the code and the settings that it was started with. " +
      "`ok` is false where it cannot: on AWS, whose instances come and go by themselves, and on Windows.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      ok: z.boolean().describe("Whether it restarts."),
      message: z.string().describe("What becomes of it, in words."),
    }),
    changes: () => "service",
    errors: [],
    example: { output: { ok: true, message: "The service restarts. It answers again within seconds." } },
  },
  writeAppLog: {
    method: "POST",
    path: "/svc/api/app-log",
    summary: "Write a line into the application log",
    description:
      "For programs and scripts that have something to say where administrators look: `error` goes into `app-error.log`, `warn` and `info` into `app-info.log`. " +
      "`http`, `verbose` and `debug` are kept only with `DEBUG_APP_LOG`, in `app-debug.log`. The token is made in the settings, and is the only credential.",
    access: "own",
    // Enough for a message of 10,000 characters, each escaped.
    bodyBytes: 65_536,
    input: z.object({
      token: z.string().min(1).max(200).describe("The token that the settings show."),
      level: AppLogLevel.default("info").describe("How much it matters."),
      message: z
        .string()
        .max(10_000)
        .describe("What is to be written. Line breaks stay within the one line of the log."),
    }),
    output: z.object({ success: z.boolean().describe("It is written, or of a level that is not kept.") }),
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
      "Sends a browser to the `fmp://` address of the file on FileMaker Server. Every parameter of the query becomes a variable of the script: " +
      "`?color=red` is `$color`. FileMaker asks for the account, which needs the extended privilege `fmurlscript`.",
    access: "anyone",
    answers: "raw",
    input: z.object({
      file: DatabaseName.describe("The file's name, with or without `.fmp12`."),
      script: z.string().min(1).max(255).describe("The script's name."),
    }),
    output: z.unknown(),
    errors: ["input_invalid"],
    example: { input: { file: "Contacts", script: "Show orders" } },
  },
  getApiPage: {
    method: "GET",
    path: "/svc/apidoc",
    summary: "This documentation as a page",
    description: "The trailing slash may be there or not. The page loads nothing from elsewhere.",
    access: "anyone",
    answers: "text",
    isConstant: true,
    contentType: "text/html; charset=utf-8",
    input: z.object({}),
    output: z.string().describe("The page."),
    errors: [],
  },
  getErrorsPage: {
    method: "GET",
    path: "/svc/apidoc/errors",
    summary: "Every error, its cause and its remedy, as a page",
    description: "Each error stands at an anchor of its name: `/svc/apidoc/errors#key_not_found`.",
    access: "anyone",
    answers: "text",
    isConstant: true,
    contentType: "text/html; charset=utf-8",
    input: z.object({}),
    output: z.string().describe("The page."),
    errors: [],
  },
  getApiPageStyle: {
    method: "GET",
    path: "/svc/apidoc/page.css",
    summary: "How the documentation looks",
    access: "anyone",
    answers: "text",
    isConstant: true,
    contentType: "text/css; charset=utf-8",
    input: z.object({}),
    output: z.string().describe("The style sheet."),
    errors: [],
  },
  getApiPageScript: {
    method: "GET",
    path: "/svc/apidoc/page.js",
    summary: "The documentation's search",
    access: "anyone",
    answers: "text",
    isConstant: true,
    contentType: "text/javascript; charset=utf-8",
    input: z.object({}),
    output: z.string().describe("The script."),
    errors: [],
  },
  getOpenApi: {
    method: "GET",
    path: "/svc/apidoc/openapi.json",
    summary: "This API's description in OpenAPI 3.1",
    access: "anyone",
    answers: "json",
    isConstant: true,
    input: z.object({}),
    output: z.looseObject({ openapi: z.string().describe("The version of OpenAPI that it is written in.") }),
    errors: [],
  },
});
