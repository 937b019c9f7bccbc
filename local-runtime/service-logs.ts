import { join } from "node:path";
import type { LocalSettings } from "../functions/settings/local.ts";
import { logFolder } from "../shared/logs/folder/log-folder.ts";
import type { LogPlace } from "../shared/logs/place.ts";
import { logPlace } from "../shared/logs/reading/log-place.ts";
import { isServiceLog, serviceLogNames } from "../shared/logs/rules.ts";
import type { Clock } from "../shared/ports/clock.ts";

/** The logs that the service writes on this machine. */
export function serviceLogs({ DATA_DIR }: LocalSettings, clock: Clock): LogPlace {
  return logPlace(logFolder({ folder: join(DATA_DIR, "logs"), isLog: isServiceLog, always: serviceLogNames }), clock);
}
