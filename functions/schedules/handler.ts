import { schedules } from "#shared/schedules/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(schedules, wiring.schedules);
