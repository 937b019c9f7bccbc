import { deliveries } from "#shared/deliveries/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(deliveries, wiring.deliveries);
