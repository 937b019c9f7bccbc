import type { ManifestFile } from "#shared/backups/restores/manifest.ts";

interface ManifestHead {
  readonly schedule: string;
  readonly folder: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isZipped: boolean;
}

/** What comes to the store last: who finds it finds all files of the backup. */
export function manifestText(head: ManifestHead, files: readonly ManifestFile[]): string {
  return `${JSON.stringify({ format: "latchkey-offsite-files", version: 1, ...head, files }, null, 1)}\n`;
}
