import type { HostFile } from "#shared/browser/contract.ts";
import { configuration } from "../../api/configuration.ts";

/** Where a file's bytes are; a folder comes as a zip. The cookie signs the call. */
export function downloadAddress({ path }: Pick<HostFile, "path">): string {
  return `/${configuration().prefix}/api/files/download?${new URLSearchParams({ path })}`;
}

/** Starts a download in the browser, as a click on a link does. */
export function download(file: Pick<HostFile, "path" | "name" | "type">): void {
  const link = document.createElement("a");
  link.href = downloadAddress(file);
  link.download = file.type === "dir" ? `${file.name}.zip` : file.name;
  link.click();
}
