import type { ManifestFile } from "#shared/backups/restores/manifest.ts";

interface ManifestHead {
  readonly schedule: string;
  readonly folder: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isZipped: boolean;
}

const form = { format: "latchkey-offsite-files", version: 1 };

/** What comes to the store last: who finds it finds all files of the backup. */
export function manifestText(head: ManifestHead, files: readonly ManifestFile[]): string {
  return `${JSON.stringify({ ...form, ...head, files }, null, 1)}\n`;
}

/** The same of an external container folder, which may have a million files. */
export function containerManifestText(
  head: { readonly container: string; readonly endedAt: number },
  files: readonly ManifestFile[],
): string {
  return `${JSON.stringify({ ...form, ...head, files })}\n`;
}
