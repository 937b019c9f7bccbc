import { buildLocation } from "./host-builds.ts";
import type { BuildLinks } from "./links/build-links.ts";
import type { BuildRecord } from "./record.ts";

/**
 * Returns the locations of a build: links that are valid for a limited time, empty if there is nothing to download, and its place in the
 * file browser. `prefix` is that of the caller. Default: the first one of the service.
 */
export type BuildDownloads = (
  record: BuildRecord,
  prefix?: string,
) => Promise<{
  readonly downloadUrl: string;
  readonly downloadFolderUrl: string;
  readonly fileBrowserId: string;
}>;

interface DownloadsDependencies {
  readonly links: Pick<BuildLinks, "token">;
  readonly baseUrl: () => string;
  /** First segment of the service's paths. */
  readonly prefix: string;
}

export function buildDownloads({ links, baseUrl, prefix: first }: DownloadsDependencies): BuildDownloads {
  return async (record, prefix = first) => {
    const { path } = buildLocation("outbox", record.buildId);
    const fileBrowserId = Buffer.from(`backups/${path}`).toString("base64url");
    if (!record.existsInOutbox) return { downloadUrl: "", downloadFolderUrl: "", fileBrowserId };
    const query = `token=${await links.token(record)}`;
    const api = `${baseUrl()}/${prefix}/api/build`;
    return {
      downloadUrl: record.isZipped ? `${api}/download?${query}` : "",
      downloadFolderUrl: `${api}/downloadFolder?${query}`,
      fileBrowserId,
    };
  };
}
