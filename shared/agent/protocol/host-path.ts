import * as z from "zod";

/** The folders of FileMaker Server that an agent works in, by what they hold. */
export const HostRoot = z.enum(["databases", "secure", "documents", "backups", "scripts", "logs"]);
export type HostRoot = z.infer<typeof HostRoot>;

/** A file or folder below a root: names with slashes between them, and empty for the root itself. */
export const HostPath = z
  .string()
  .max(4000)
  .refine((path) => path === "" || path.split("/").every(isName), "must be names with slashes between them");

/** One name of a file or folder: no way up, no separator of any system, no control character. */
function isName(name: string): boolean {
  return name.length > 0 && name.length <= 255 && !/^\.{1,2}$|[\\\p{Cc}]/u.test(name) && name.isWellFormed();
}

/** The name of a file or folder, whatever folder that is in. */
export const HostName = z.string().refine(isName, "must be one name");

/** A place in a file. */
export const Offset = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A piece of a file that rides the link; larger ones are brought to a one-time address. */
export const frameRangeBytes = 65_536;

/** Bytes as JSON carries them. */
export const Base64 = z.base64().max(Math.ceil(frameRangeBytes / 3) * 4);

/** A file or folder as a listing names it. */
export const HostEntry = z.strictObject({
  name: z.string(),
  kind: z.enum(["file", "folder", "other"]),
  sizeBytes: Offset,
  modifiedAt: z.int(),
});
export type HostEntry = z.infer<typeof HostEntry>;
