import type { HostFile } from "#shared/browser/contract.ts";
import { configuration } from "../../api/configuration.ts";

/** Returns the address of a file's content; of a folder's, as a zip. The session cookie authenticates the request. */
export function downloadAddress({ path }: Pick<HostFile, "path">): string {
  return `/${configuration().prefix}/api/files/download?${new URLSearchParams({ path })}`;
}

/** Starts a download in the browser, like a click on a link. */
export function download(file: Pick<HostFile, "path" | "name" | "type">): void {
  const link = document.createElement("a");
  link.href = downloadAddress(file);
  link.download = file.type === "dir" ? `${file.name}.zip` : file.name;
  link.click();
}
