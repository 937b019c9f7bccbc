import { keys } from "#shared/keys/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(keys, wiring.keys);
