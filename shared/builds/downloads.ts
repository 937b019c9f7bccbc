import { buildLocation } from "./host-builds.ts";
import type { BuildLinks } from "./links.ts";
import type { BuildRecord } from "./record.ts";

/** Where a build is found: by links that are good for a while, empty where there is nothing to fetch, and in the file browser. */
export type BuildDownloads = (record: BuildRecord) => Promise<{
  readonly downloadUrl: string;
  readonly downloadFolderUrl: string;
  readonly fileBrowserId: string;
}>;

interface DownloadsDependencies {
  readonly links: Pick<BuildLinks, "token">;
  readonly baseUrl: () => string;
  /** The first segment of the service's paths. */
  readonly prefix: string;
}

export function buildDownloads({ links, baseUrl, prefix }: DownloadsDependencies): BuildDownloads {
  return async (record) => {
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
