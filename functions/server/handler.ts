import { server } from "#shared/server/contract.ts";
import { disk } from "#shared/server/disk/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...server, ...disk }, wiring.server);
