import * as z from "zod";

const Text = z.string().default("");
const Moment = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/, "a time such as 2026-11-20T23:00:00");
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/, "a day such as 2026-11-20");
const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/, "a time of day such as 23:05:00");
const Resource = {
  resourceType: z.enum(["ALL_DB", "DB_IN_FOLDER", "SINGLE_DB"]).default("ALL_DB"),
  resource: Text.describe("A folder or a file, as the type says."),
};
const timeout = z.int().min(0).default(2).describe("Minutes; 0: no limit.");
const autoAbort = z.boolean().default(false).describe("true: ended at the time limit.");
const runOSScriptsAsUser = z.strictObject({ osScriptAccount: Text, osScriptPassword: Text }).prefault({});
const FileMakerScript = {
  resource: z.string().min(1).describe('A file: "file:Contacts" or its name.'),
  fmScriptName: z.string().min(1),
  fmScriptParam: Text,
  fmScriptAccount: Text,
  fmScriptPassword: Text,
  timeout,
  autoAbort,
};

/** Kinds of schedules, under the Admin API's names. A schedule has exactly one. */
export const ScheduleKinds = {
  backupType: z.strictObject({
    ...Resource,
    backupTarget: z.string().default("filelinux:/opt/FileMaker/FileMaker Server/Data/Backups/"),
    maxBackups: z.int().min(0).max(99).default(7),
    verify: z.boolean().default(false),
    clone: z.boolean().default(false),
    cloneOnly: z.boolean().default(false),
  }),
  verifyType: z.strictObject({ ...Resource, messageText: Text, timeDelay: z.int().min(0).default(0) }),
  messageType: z.strictObject({ ...Resource, messageText: z.string().min(1) }),
  filemakerScriptType: z.strictObject(FileMakerScript),
  systemScriptType: z.strictObject({
    osScript: z.string().min(1),
    osScriptParam: Text,
    timeout,
    autoAbort,
    runOSScriptsAsUser,
  }),
  scriptSequenceType: z.strictObject({
    ...FileMakerScript,
    osScript: Text,
    osScriptParam: Text,
    osScript2: Text,
    osScriptParam2: Text,
    runOSScriptsAsUser,
  }),
} as const;
export type ScheduleKind = keyof typeof ScheduleKinds;

/** Names of the kinds in lists and logs. */
export const SCHEDULE_TYPES: Readonly<Record<ScheduleKind, string>> = {
  backupType: "Backup",
  filemakerScriptType: "FileMaker Script",
  messageType: "Message",
  scriptSequenceType: "Script Sequence",
  systemScriptType: "System Script",
  verifyType: "Verify",
};

const repeatTask = z
  .strictObject({
    repeatFrequency: z.int().min(1),
    repeatInterval: z.enum(["HOURS", "MINUTES"]),
    endTime: Clock,
  })
  .optional();

/** Timings of schedules in the server's local time. A schedule has exactly one. */
export const ScheduleTimings = {
  onceType: z.strictObject({ startTimeStamp: Moment }),
  everyndaysType: z.strictObject({
    startTimeStamp: Moment,
    endDate: Day.or(z.literal("")).optional(),
    dailyDays: z.int().min(1).max(366).default(1),
    repeatTask,
  }),
  weeklyType: z.strictObject({
    startTimeStamp: Moment,
    endDate: Day.or(z.literal("")).optional(),
    daysOfTheWeek: z.array(z.enum(["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"])).min(1),
    repeatTask,
  }),
} as const;

const optional = <Shapes extends Record<string, z.ZodType>>(shapes: Shapes) =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, shape.optional()])) as {
    [Name in keyof Shapes]: z.ZodOptional<Shapes[Name]>;
  };

/** Schedule: its task, its timing, and whether it is enabled. */
export const Schedule = z
  .strictObject({
    name: z.string().min(1).max(60),
    enabled: z.boolean().default(true),
    sendEmail: z.union([z.boolean(), z.string()]).default(false),
    runMilliseconds: z.int().min(0).default(0).describe("How long a run takes on the sandbox's clock, scripts apart."),
    ...optional(ScheduleKinds),
    ...optional(ScheduleTimings),
  })
  .refine((schedule) => countOf(schedule, ScheduleKinds) === 1, "a schedule has one kind, such as backupType")
  .refine((schedule) => countOf(schedule, ScheduleTimings) <= 1, "a schedule has one timing, such as weeklyType");
export type Schedule = z.output<typeof Schedule>;

function countOf(schedule: Readonly<Record<string, unknown>>, names: Readonly<Record<string, unknown>>): number {
  return Object.keys(names).filter((name) => schedule[name] !== undefined).length;
}
