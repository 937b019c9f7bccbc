import { builds } from "#shared/builds/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(builds, wiring.builds);
