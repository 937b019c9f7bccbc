import { join } from "node:path";
import { logFolder } from "#shared/logs/folder/log-folder.ts";
import type { LogBackend } from "#shared/logs/log-reader.ts";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { isServiceLog, serviceLogNames } from "#shared/logs/rules.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { LocalSettings } from "../../functions/settings/local.ts";

/** Returns the service's logs on this machine. */
export function serviceLogs({ DATA_DIR }: LocalSettings, clock: Clock): LogBackend {
  return fileLogBackend(
    logFolder({ folder: join(DATA_DIR, "logs"), isLog: isServiceLog, always: serviceLogNames }),
    clock,
  );
}
