import { dirname, join } from "node:path";
import { isLogName } from "#shared/contract/values/log-name.ts";
import { logFolder } from "#shared/logs/folder/log-folder.ts";
import type { LogSource } from "#shared/ports/logs/log-source.ts";
import type { Host } from "../host.ts";

/** The Admin API's log and its rotated files. */
const ofAdminApi = /^fac(?:-old)?\.log(?:\.\d{1,3})?$/;
/** Logs of single processes when debugging is turned on. */
const ofDebugging = /^(?:\w{1,60}Debug|fmscwpc)\.log$/;

/** Returns the folders of FileMaker Server's logs. If a name is in two of them, the first one counts. */
export function hostLogFolders({ serverPath, roots, tool }: Host): LogSource {
  const sources = [
    logFolder({ folder: roots.logs, isLog: isLogName }),
    logFolder({ folder: join(serverPath, "Admin", "FAC", "logs"), isLog: (name) => ofAdminApi.test(name) }),
    logFolder({ folder: dirname(tool("fmsadmin")), isLog: (name) => ofDebugging.test(name) }),
  ];
  const first = async <T>(ask: (source: LogSource) => Promise<T | undefined>): Promise<T | undefined> => {
    for (const source of sources) {
      const found = await ask(source);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  return {
    async list() {
      const found = (await Promise.all(sources.map((source) => source.list()))).flat();
      return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
    },
    open: (name) => first((source) => source.open(name)),
    clear: (name) => first((source) => source.clear(name)),
  };
}
