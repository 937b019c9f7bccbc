import type { HostFile } from "#shared/browser/contract.ts";
import { configuration } from "../../api/configuration.ts";
import { startDownload } from "../../api/start-download.ts";

/** Returns the address of a file's content; of a folder's, as a zip. The session cookie authenticates the request. */
export function downloadAddress({ path }: Pick<HostFile, "path">): string {
  return `/${configuration().prefix}/api/files/download?${new URLSearchParams({ path })}`;
}

/** Starts a download in the browser as soon as it is ready. */
export function download(file: Pick<HostFile, "path" | "name" | "type">): void {
  void startDownload(downloadAddress(file), file.type === "dir" ? `${file.name}.zip` : file.name);
}
