import { system } from "#shared/system/contract.ts";
import { allowedNetworks } from "#shared/system/networks/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...system, ...allowedNetworks }, wiring.system);
