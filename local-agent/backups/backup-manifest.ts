import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";

/** What lies beside the files of a backup, and comes last: who finds it finds all of them. */
export const manifestName = "manifest.json";

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

interface ManifestHead {
  readonly schedule: string;
  readonly folder: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isZipped: boolean;
}

export function manifestText(head: ManifestHead, files: readonly ManifestFile[]): string {
  return `${JSON.stringify({ format: "latchkey-offsite-files", version: 1, ...head, files }, null, 1)}\n`;
}

/** The files that a manifest names, by their names. None where it is none of ours. */
export function filesInManifest(bytes: Uint8Array): ReadonlyMap<string, ManifestFile> {
  const manifest = Manifest.safeParse(jsonIn(Buffer.from(bytes).toString("utf8")));
  return new Map((manifest.data?.files ?? []).map((file) => [file.name, file]));
}
