import type { ManifestFile } from "#shared/backups/restores/manifest.ts";

interface ManifestHead {
  readonly schedule: string;
  readonly folder: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isZipped: boolean;
}

const form = { format: "latchkey-offsite-files", version: 1 };

/** Returns the manifest, which is stored last: if it exists, all files of the backup do. */
export function manifestText(head: ManifestHead, files: readonly ManifestFile[]): string {
  return `${JSON.stringify({ ...form, ...head, files }, null, 1)}\n`;
}

/** Returns the manifest of an external container folder, which can have a million files. */
export function containerManifestText(
  head: { readonly container: string; readonly endedAt: number },
  files: readonly ManifestFile[],
): string {
  return `${JSON.stringify({ ...form, ...head, files })}\n`;
}
