import { usage } from "#shared/usage/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(usage, wiring.usage);
