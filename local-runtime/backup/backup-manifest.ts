import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";

/** Description of a backup, written last: a folder without it isn't a complete backup. */
export const BackupManifest = z.object({
  schema: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  files: z.array(z.object({ name: z.string(), sizeBytes: z.int().min(0), sha256: z.string().length(64) })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export const manifestName = "latchkey-backup.json";

/** Folders of the data folder that a backup contains in addition to its databases. Logs aren't part of it. */
export const backedUpFolders = ["blobs", "agent"];

/** Returns all files below a folder, as paths with slashes. */
export function filesIn(folder: string, below = ""): readonly string[] {
  if (!existsSync(join(folder, below))) return [];
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(folder, name);
    return entry.isFile() ? [name] : [];
  });
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
