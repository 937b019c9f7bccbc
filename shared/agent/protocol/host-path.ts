import * as z from "zod";

/** Folders of FileMaker Server that the agent works in, by content. */
export const HostRoot = z.enum(["databases", "secure", "documents", "backups", "scripts", "logs"]);
export type HostRoot = z.infer<typeof HostRoot>;

/** File or folder below a root: names separated by slashes, or empty for the root itself. */
export const HostPath = z
  .string()
  .max(4000)
  .refine((path) => path === "" || path.split("/").every(isName), "must be names separated by slashes");

/** True for a single name: not a parent folder, no path separators of any system, no control characters. */
function isName(name: string): boolean {
  return name.length > 0 && name.length <= 255 && !/^\.{1,2}$|[\\\p{Cc}]/u.test(name) && name.isWellFormed();
}

/** Name of a file or folder, in any folder. */
export const HostName = z.string().refine(isName, "must be a single name");

/** Byte offset in a file. */
export const Offset = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Maximum number of bytes that are sent inline on the link. Larger ranges go to a one-time address. */
export const frameRangeBytes = 65_536;

/** Bytes in JSON. */
export const Base64 = z.base64().max(Math.ceil(frameRangeBytes / 3) * 4);

/** File or folder in a listing. */
export const HostEntry = z.strictObject({
  name: z.string(),
  kind: z.enum(["file", "folder", "other"]),
  sizeBytes: Offset,
  modifiedAt: z.int(),
});
export type HostEntry = z.infer<typeof HostEntry>;
