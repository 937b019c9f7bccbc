import * as z from "zod";
import { DatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { nameRefusal } from "../host-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Argument of a file tool. Can't begin with a dash, so that the tool doesn't parse it as an option. */
export const ToolArgument = z
  .string()
  .max(255)
  .regex(/^(?!-)[^\p{Cc}]*$/u, "must not begin with a dash or contain control characters");

/** Folder of FileMaker Server that holds hosted files. */
export const ServerFolder = z.enum(["default", "secure", "additionalFolder1", "additionalFolder2"]);
export type ServerFolder = z.infer<typeof ServerFolder>;

/** Folder directly below a hosting folder. FileMaker Server looks no deeper. */
export const Subfolder = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?!\.)[^/\\\p{Cc}]+$/u, "must be the name of a single folder")
  .normalize("NFC")
  .refine((name) => nameRefusal(name) === undefined, { error: ({ input }) => nameRefusal(String(input)) ?? "" });

/** Name for a hosted file that every system reads alike. */
export const NewDatabaseName = DatabaseName.normalize("NFC").refine(
  (name) => nameRefusal(fullDatabaseName(name)) === undefined,
  { error: ({ input }) => nameRefusal(fullDatabaseName(String(input))) ?? "" },
);

/** Full path of a file on the database host, as its system or FileMaker Server writes it. */
export const HostFilePath = z
  .string()
  .min(2)
  .max(4000)
  .regex(/^(?:file(?:linux|mac|win)?:)?(?:\/|[A-Za-z]:[\\/])[^\p{Cc}]+$/u, "must be a full path")
  .refine(
    (path) => !path.split(/[\\/]/).some((name) => /^\.{1,2}$/.test(name)),
    "must not contain `.` or `..` segments",
  );

/** Full path of a file that doesn't exist yet. */
export const NewHostFilePath = HostFilePath.refine((path) => nameRefusal(lastName(path)) === undefined, {
  error: ({ input }) => nameRefusal(lastName(String(input))) ?? "",
});

function lastName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

/** Admin Console account that closes and opens files. */
export const Server = z.union([
  z.strictObject({ user: z.string().max(255), pass: z.string().max(1024) }),
  z.strictObject({ token: z.string().max(4000) }),
]);

/** Source and target of a task's file. */
export const TaskTarget = z.discriminatedUnion("form", [
  z.strictObject({ form: z.literal("in-place"), file: DatabaseName }),
  z.strictObject({ form: z.literal("beside"), file: DatabaseName, addition: z.string().max(40) }),
  z.strictObject({ form: z.literal("paths"), source: HostFilePath, target: NewHostFilePath }),
  z.strictObject({
    form: z.literal("hosted"),
    file: DatabaseName,
    filename: NewDatabaseName,
    folder: ServerFolder,
    subfolder: Subfolder.optional(),
  }),
]);
export type TaskTarget = z.infer<typeof TaskTarget>;

/** Operation of FMDeveloperTool on a copy, with its options. */
export const Transformation = z.discriminatedUnion("operation", [
  z.strictObject({
    operation: z.literal("encrypt"),
    sharedId: ToolArgument,
    encryptionKey: ToolArgument,
    hint: ToolArgument,
    openStorage: z.boolean(),
  }),
  z.strictObject({ operation: z.literal("decrypt") }),
  z.strictObject({ operation: z.literal("compress") }),
  z.strictObject({ operation: z.literal("self-contained") }),
  z.strictObject({ operation: z.literal("no-admin") }),
  z.strictObject({ operation: z.literal("kiosk") }),
  z.strictObject({ operation: z.literal("new-uuid") }),
  z.strictObject({
    operation: z.literal("recover"),
    generate: z.enum(["rebuild", "datablocks", "asis"]),
    rebuildIndex: z.enum(["now", "later", "false"]),
    skipSchema: z.boolean(),
    skipStructure: z.boolean(),
    keepCaches: z.boolean(),
    bypass: z.boolean(),
  }),
]);
export type Transformation = z.infer<typeof Transformation>;

const fileAccount = {
  username: ToolArgument.optional(),
  password: ToolArgument.optional(),
  /** Key of a file that is already encrypted. */
  currentEncryptionKey: ToolArgument.optional(),
};

const taskFields = {
  server: Server,
  /** Disconnects users at once, and replaces a file that has the target's name. */
  force: z.boolean(),
  /** Message to the users of the files. */
  message: z.string().max(200),
};

/** Fields of tasks that need disk space. */
const diskTaskFields = {
  ...taskFields,
  /** Free disk space to leave. Bytes. */
  floorBytes: Offset,
};

/** File to rename, move or copy. */
export const FileRename = z.strictObject({
  file: DatabaseName,
  newName: NewDatabaseName,
  folder: ServerFolder.optional(),
  subfolder: Subfolder.optional(),
  isCopy: z.boolean(),
  withContainers: z.boolean(),
  encryptionKey: ToolArgument.optional(),
});
export type FileRename = z.infer<typeof FileRename>;

/** Changes whole files. */
export const fileTasks = lazySchemas({
  /** Converts each file with FMDeveloperTool and replaces it with the result. */
  "files.transform": {
    request: () =>
      z.strictObject({
        ...diskTaskFields,
        transformation: Transformation,
        files: z
          .array(z.strictObject({ target: TaskTarget, ...fileAccount }))
          .min(1)
          .max(100),
      }),
    phases: ["looking", "closing", "working", "swapping", "opening"],
  },
  /** Checks the consistency of files. */
  "files.check": {
    request: () =>
      z.strictObject({
        ...taskFields,
        files: z
          .array(z.strictObject({ path: HostFilePath.or(DatabaseName), currentEncryptionKey: ToolArgument.optional() }))
          .min(1)
          .max(100),
      }),
    phases: ["looking", "closing", "working", "opening"],
  },
  /** Renames or moves files. */
  "files.rename": {
    request: () => z.strictObject({ ...diskTaskFields, renames: z.array(FileRename).min(1).max(100) }),
    phases: ["looking", "closing", "moving", "opening"],
  },
  /** Copies files under new names and updates their references to each other. */
  "files.rename-copies": {
    request: () =>
      z.strictObject({
        ...diskTaskFields,
        ...fileAccount,
        sources: z.array(HostFilePath.or(DatabaseName)).min(1).max(100),
        folder: ServerFolder,
        subfolder: Subfolder.optional(),
        /** Pattern for renaming. Without it, the copies keep their names. */
        regex: ToolArgument.optional(),
        replacement: ToolArgument,
        withContainers: z.boolean(),
      }),
    phases: ["looking", "closing", "copying", "working", "moving", "opening"],
  },
});
