import { normalizedHostName } from "./host-name.ts";

/** Folders of FileMaker Server's web server: its web roots, and the first segments of paths that it answers itself. */
const webFolders = ["htdocs", "httpsRoot", "conf", "fmi", "fmi-test", "fmws", "iwp", "admin-console", "oauth"];

/** Folders of FileMaker Server's installation and its data. */
const installationFolders = [
  ...["Admin", "Common", "CStore", "Data", "Database Server", "Extensions", "HTTPServer", "Logs", "NginxServer"],
  ...["Tools", "Web Publishing"],
  ...["Backups", "Databases", "Documents", "Preferences", "Progressive", "RC_Data_FMS", "Removed", "Scripts", "Secure"],
];

const folders: ReadonlySet<string> = new Set([...webFolders, ...installationFolders].map(normalizedHostName));

/** True if FileMaker Server has a folder with this name. Case doesn't matter. */
export function isFileMakerFolder(name: string): boolean {
  return folders.has(normalizedHostName(name));
}
