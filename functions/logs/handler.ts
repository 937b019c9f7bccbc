import { logs } from "#shared/logs/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(logs, wiring.logs);
