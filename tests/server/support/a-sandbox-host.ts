import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AHost } from "../../agent/support/a-host.ts";

/** Returns a sandbox's folder as a host, with the sandbox's own tools. */
export function aSandboxHost(path: string, folder: string): AHost {
  return {
    path,
    folder,
    write(name, content) {
      const full = join(path, name);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
    fmsadmin() {
      throw new Error("This host has the sandbox's own tools");
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
