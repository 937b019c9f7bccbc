import { join } from "node:path";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";

/** Folders and tools of FileMaker Server on this machine. */
export interface Host {
  readonly serverPath: string;
  readonly roots: Readonly<Record<HostRoot, string>>;
  /** Returns the expected path of a command-line tool. */
  tool(name: string): string;
}

const usualPaths: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "/Library/FileMaker Server",
  win32: "C:\\Program Files\\FileMaker\\FileMaker Server",
};

/** Returns the host at the given path (FMS_SERVER_PATH). Default: the usual path of the platform. */
export function hostAt(serverPath = usualPaths[process.platform] ?? "/opt/FileMaker/FileMaker Server"): Host {
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
    tool: (name) => join(tools, isWindows ? `${name}.exe` : name),
  };
}
