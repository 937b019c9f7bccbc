import type { DownloadKind } from "#shared/agent/protocol/tasks/download-tasks.ts";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";

/** What a download is called. */
export function nameOf(kind: DownloadKind, names: readonly string[], isZipped: boolean): string {
  const [only = "", ...more] = names;
  const bare = bareDatabaseName(only);
  const base = more.length > 0 ? "Files" : kind === "clone" ? `${bare}_clone` : bare;
  if (isZipped) return `${base}.zip`;
  return kind === "xml" ? `${base}.xml` : `${base}.fmp12`;
}

/** How much the disk takes for it while it is made: copies, and a zip beside them. A clone comes with a copy that is thrown away. */
export function bytesNeeded(
  kind: DownloadKind,
  isZipped: boolean,
  files: readonly { readonly sizeBytes: number }[],
): number {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return kind === "copy" && isZipped ? 2 * bytes : bytes;
}
