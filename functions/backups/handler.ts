import { backups } from "#shared/backups/contract.ts";
import { offsiteSetting } from "#shared/backups/old-setting/contract.ts";
import { offsiteSchedules } from "#shared/backups/schedules/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...backups, ...offsiteSchedules, ...offsiteSetting }, wiring.backups);
