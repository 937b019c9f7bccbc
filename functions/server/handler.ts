import { disk } from "../../shared/files/disk/contract.ts";
import { server } from "../../shared/server/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...server, ...disk }, wiring.server);
