import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";

/** Object next to the files of a backup. It is uploaded last, so if it exists, the backup is complete. */
export const manifestName = "manifest.json";

/** Maximum size in bytes of the manifest of a million files. */
export const maxManifestBytes = 256 * 1024 * 1024;
const maxManifestValues = 8_000_000;

/**
 * Returns the name of the manifest that lists the files of an external container folder in their latest state. It is stored next to that
 * folder.
 */
export const containerManifestName = (container: string) => `${container}-manifest.json`;

const ManifestFile = z.object({
  /** Path below the folder of the manifest. */
  name: z.string(),
  sizeBytes: z.number(),
  /** Hexadecimal. */
  sha256: z.string(),
  modifiedAt: z.number(),
});
export type ManifestFile = z.infer<typeof ManifestFile>;

const Manifest = z.object({ format: z.literal("latchkey-offsite-files"), files: z.array(ManifestFile) });

/** Returns the files in a manifest. Empty if it isn't in our format, or has more values than a million files need. */
export function filesInManifest(bytes: Uint8Array): readonly ManifestFile[] {
  if (separatorsIn(bytes) > maxManifestValues) return [];
  return Manifest.safeParse(jsonIn(Buffer.from(bytes).toString("utf8"))).data?.files ?? [];
}

/** Counts commas and opening brackets, an upper bound for the number of JSON values, which take far more memory than bytes. */
function separatorsIn(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1;
  return count;
}
