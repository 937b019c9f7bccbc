import * as z from "zod";
import { byVersion } from "./by-version.ts";
import { ODataSettings } from "./odata-schema.ts";

/** Limit for wrong passwords. */
export const LockoutSettings = z
  .strictObject({
    attempts: z.int().min(1).default(10).describe("Wrong passwords in a row until code 214."),
    minutes: z.number().positive().default(5).describe("How long 214 lasts."),
  })
  .describe("What happens after repeated failed logins.");

const DataApiSettings = z.strictObject({
  enabled: z.boolean().default(true).describe("false answers 959, as with the technology switched off."),
  maxSessions: z.int().min(1).default(2000).describe("One more session than this is refused with 956."),
  idleMinutes: z.number().positive().default(15),
  lockout: LockoutSettings.prefault({}),
  productInfoVersion: byVersion(z.boolean()).describe(
    "productInfo with buildDate and version. byVersion: true before 21, as in Claris' guides up to 2023; a capture of 22 has none.",
  ),
  layoutTable: byVersion(z.boolean()).describe(
    'Each listed layout has "table":"". byVersion: true from 19 on. Source: Claris\' guides and captures of 18 and 19.',
  ),
  databaseVisibility: z
    .enum(["all", "none", "refused"])
    .default("none")
    .describe("What GET /databases shows without an account: every file, an empty list, or code 9."),
  withoutFmrest: z
    .enum(["802", "212", "9"])
    .default("802")
    .describe("The code for a right password whose privilege set lacks fmrest."),
  emptyLayoutResponse: z
    .enum(["ignored", "105"])
    .default("ignored")
    .describe('An empty "layout.response"; not seen, but a client with users sends it in every find.'),
  streamAfterLogout: z
    .enum(["dies", "lives"])
    .default("dies")
    .describe("A container's address after its session was logged out; not seen."),
  externalSources: z
    .enum(["asNeeded", "atLogin"])
    .default("asNeeded")
    .describe(
      "When the accounts in fmDataSource are checked. asNeeded, as documented: a login succeeds with any password. Source: https://help.claris.com/en/data-api-guide/content/log-in-external-data-source.html.",
    ),
  refusedSource: z
    .enum(["802", "212"])
    .default("802")
    .describe("The code of a call that needs a file whose account in fmDataSource is wrong; not seen."),
  streamCookie: z.boolean().default(true).describe("Container downloads answer 302 with a cookie first."),
  strictParameters: z.boolean().default(true).describe("Unknown parameters are refused with 960."),
  emptyValueLists: z.boolean().default(false).describe('Layout metadata has "valueLists":[] when there are none.'),
});

/** Names of the profiles, which are default values for the switches. */
export const Profile = z.enum(["measured", "kindest"]);
export type Profile = z.output<typeof Profile>;

const CertificateSettings = z
  .strictObject({
    issuer: z.enum(["itself", "private"]).default("itself").describe("private: an authority of its own."),
    names: z.array(z.string().min(1)).min(1).default(["localhost", "127.0.0.1", "::1"]),
  })
  .describe("The certificate with --tls. --cert-out writes what clients have to trust.");

/** Properties of the server, and variations of answers on real servers. */
export const ServerSettings = z.strictObject({
  profile: Profile.default("measured").describe(
    "Defaults for the switches of dataApi and odata. measured: what people saw on real servers. kindest: answers that are easiest for clients.",
  ),
  name: z.string().min(1).default("Latchkey Sandbox"),
  id: z.string().default("5A3DB0C8D1E84C0F"),
  host: z.string().min(1).default("fms.sandbox.test").describe("The name in log lines and CORS headers."),
  ipAddress: z.string().default("127.0.0.1"),
  version: z
    .string()
    .default("22.0.2.204")
    .describe("Decides every switch that is byVersion, and what OData supports."),
  publicKeyLineBreaks: z
    .boolean()
    .optional()
    .describe("Public keys for the Admin API can have line breaks. Default: by version; 19 refuses them."),
  certificate: CertificateSettings.prefault({}),
  fmsadminAccount: z
    .enum(["input", "terminal"])
    .default("input")
    .describe(
      "Where fmsadmin reads an account that isn't in its arguments. input: standard input, as getpass(3) does without a terminal. terminal: only a terminal; the one public script that answers the prompt uses a pseudo-terminal. Not measured.",
    ),
  webServerHeaders: z
    .boolean()
    .default(false)
    .describe(
      "Successful answers have the headers that fms_nginx.conf adds. Source: https://github.com/soliantconsulting/fms-webd-oauth-remote-fixed-26, docs/fms-server-cors-config.md.",
    ),
  buildDate: z.string().default("09/04/2025"),
  utcOffsetMinutes: z.int().min(-840).max(840).default(0).describe("The server's time zone."),
  databaseFolder: z.string().default("filelinux:/opt/FileMaker/FileMaker Server/Data/Databases/"),
  statistics: z
    .strictObject({
      server: z.boolean().default(true).describe("Stats.log"),
      topCalls: z.boolean().default(false).describe("TopCallStats.log"),
      clients: z.boolean().default(false).describe("ClientStats.log"),
    })
    .prefault({})
    .describe("Which statistics are written while there is a folder for logs."),
  statisticsSeconds: z.number().positive().default(30).describe("How often they are."),
  logMaxBytes: z.int().min(1024).default(40_000_000).describe("A log grown to this size is rotated."),
  dataApi: DataApiSettings.prefault({}),
  odata: ODataSettings.prefault({}),
});
export type ServerSettings = z.output<typeof ServerSettings>;
export type DataApiSettings = z.output<typeof DataApiSettings>;
