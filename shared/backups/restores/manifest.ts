import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";

/** What lies beside the files of a backup, and comes last: who finds it finds all of them. */
export const manifestName = "manifest.json";

/** That of a million files. */
export const maxManifestBytes = 256 * 1024 * 1024;

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

/** The files that a manifest names. None where it is none of ours. */
export function filesInManifest(bytes: Uint8Array): readonly ManifestFile[] {
  return Manifest.safeParse(jsonIn(Buffer.from(bytes).toString("utf8"))).data?.files ?? [];
}
