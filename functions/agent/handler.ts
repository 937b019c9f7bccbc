import { agent } from "#shared/agent/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(agent, wiring.agents);
