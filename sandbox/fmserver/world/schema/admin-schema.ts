import * as z from "zod";
import { Name } from "./field-schema.ts";
import { LockoutSettings } from "./server-schema.ts";
import { Settings } from "./settings-schema.ts";

/** Privilege of an administrator role. */
export const Privilege = z.enum([
  "DATABASE_MANAGEMENT",
  "SCHEDULE_MANAGEMENT",
  "SCHEDULE_BACKUP",
  "SCHEDULE_SCRIPT",
  "SCHEDULE_VERIFY",
  "DIAGNOSTICS_VIEWING",
]);
export type Privilege = z.output<typeof Privilege>;

export const AdminRole = z.strictObject({
  name: Name,
  homeFolder: z.string().default(""),
  privileges: z.array(Privilege).default([]),
  xauthGroup: z.string().default(""),
  description: z.string().default(""),
  enabled: z.boolean().default(true),
  password: z.string().optional().describe("With one, the role's name signs in."),
});
export type AdminRole = z.output<typeof AdminRole>;

/** Public key for PKI sign-ins. */
export const PkiKey = z.strictObject({
  name: Name.describe("What the token's iss says."),
  publicKey: z.string().min(1).describe("PEM, RSA."),
});

/** Accounts of the Admin Console, and limits of the Admin API. */
export const AdminSettings = z.strictObject({
  accounts: z
    .array(z.strictObject({ name: z.string().min(1), password: z.string() }))
    .default([])
    .describe("Those that may do everything."),
  roles: z.array(AdminRole).default([]).describe("Administrator roles, who may do a part."),
  pkiKeys: z.array(PkiKey).default([]).describe("Public keys that sign in by Authorization: PKI."),
  maxSessions: z.int().min(1).default(5).describe("One more session than this is refused with 956."),
  idleMinutes: z.number().positive().default(15),
  lockout: LockoutSettings.prefault({}),
  guideSpelling: z.boolean().default(false).describe("Server metadata also has the guide's lower-case keys."),
  openMilliseconds: z.int().min(0).default(0).describe("How long a file is OPENING or CLOSING."),
  backupMilliseconds: z.int().min(0).default(0).describe("How long a backup by command takes."),
  verifyMilliseconds: z.int().min(0).default(0).describe("How long a file is VERIFYING."),
  pin: z.string().default("1234").describe("Given at the installation; resets the password of the first account."),
  closeGraceSeconds: z
    .number()
    .min(0)
    .default(90)
    .describe("How long people at a client have to leave a file that is closed without force."),
  settings: Settings.prefault({}).describe("Where the server's settings begin."),
});
export type AdminSettings = z.output<typeof AdminSettings>;
