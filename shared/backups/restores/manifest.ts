import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";

/** What lies beside the files of a backup, and comes last: who finds it finds all of them. */
export const manifestName = "manifest.json";

/** Limits of the manifest of a million files. */
export const maxManifestBytes = 256 * 1024 * 1024;
const maxManifestValues = 8_000_000;

/** What says the same of the files of an external container folder, as they have become. It lies beside that folder. */
export const containerManifestName = (container: string) => `${container}-manifest.json`;

const ManifestFile = z.object({
  /** Below the manifest's own folder. */
  name: z.string(),
  sizeBytes: z.number(),
  /** In hexadecimal digits. */
  sha256: z.string(),
  modifiedAt: z.number(),
});
export type ManifestFile = z.infer<typeof ManifestFile>;

const Manifest = z.object({ format: z.literal("latchkey-offsite-files"), files: z.array(ManifestFile) });

/** The files that a manifest names. None where it is none of ours, or has more values than a million files. */
export function filesInManifest(bytes: Uint8Array): readonly ManifestFile[] {
  if (separatorsIn(bytes) > maxManifestValues) return [];
  return Manifest.safeParse(jsonIn(Buffer.from(bytes).toString("utf8"))).data?.files ?? [];
}

/** Commas and opening brackets: at least as many as there are values in JSON, which take far more memory than bytes. */
function separatorsIn(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1;
  return count;
}
