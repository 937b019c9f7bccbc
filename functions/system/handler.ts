import { system } from "#shared/system/contract.ts";
import { allowedNetworks } from "#shared/system/networks/contract.ts";
import { statusPage } from "#shared/system/status-page/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...system, ...allowedNetworks, ...statusPage }, wiring.system);
