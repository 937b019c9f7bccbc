import { backups } from "#shared/backups/contract.ts";
import { offsiteSetting } from "#shared/backups/old-setting/contract.ts";
import { offsiteRecovery } from "#shared/backups/recovery/contract.ts";
import { offsiteRestores } from "#shared/backups/restores/contract.ts";
import { offsiteSchedules } from "#shared/backups/schedules/contract.ts";
import { offsiteUpkeep } from "#shared/backups/upkeep/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(
  { ...backups, ...offsiteRestores, ...offsiteSchedules, ...offsiteUpkeep, ...offsiteRecovery, ...offsiteSetting },
  wiring.backups,
);
