import { oauth } from "#shared/oauth/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(oauth, wiring.oauth);
