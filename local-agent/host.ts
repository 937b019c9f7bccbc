import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";

/** Folders and tools of FileMaker Server on this machine. */
export interface Host {
  readonly serverPath: string;
  readonly roots: Readonly<Record<HostRoot, string>>;
  /** Returns the path of a command-line tool; if it is missing, the expected path. */
  tool(name: string): string;
}

const usualPaths: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "/Library/FileMaker Server",
  win32: "C:\\Program Files\\FileMaker\\FileMaker Server",
};

/** Folders to which installers add links to tools, or tools that were downloaded separately. */
const otherToolPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["/usr/bin", "/usr/local/bin"],
  darwin: ["/usr/local/bin"],
};

/** Returns the host at the given path (FMS_SERVER_PATH), with tools from `toolsPath` (FM_TOOLS_PATH) first. Default: the usual path of the platform. */
export function hostAt(
  serverPath = usualPaths[process.platform] ?? "/opt/FileMaker/FileMaker Server",
  toolsPath?: string,
): Host {
  const data = join(serverPath, "Data");
  const isWindows = process.platform === "win32";
  const tools = isWindows ? join(serverPath, "Database Server") : join(serverPath, "Database Server", "bin");
  return {
    serverPath,
    roots: {
      databases: join(data, "Databases"),
      secure: join(data, "Secure"),
      documents: join(data, "Documents"),
      backups: join(data, "Backups"),
      scripts: join(data, "Scripts"),
      logs: join(serverPath, "Logs"),
    },
    tool(name) {
      const inFolder = (folder: string) => join(folder, isWindows ? `${name}.exe` : name);
      const folders = [...(toolsPath === undefined ? [] : [toolsPath]), tools];
      const candidates = [...folders, ...(otherToolPaths[process.platform] ?? [])].map(inFolder);
      return candidates.find((path) => existsSync(path)) ?? inFolder(tools);
    },
  };
}
