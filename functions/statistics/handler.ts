import { statistics } from "#shared/usage/statistics/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(statistics, wiring.statistics);
