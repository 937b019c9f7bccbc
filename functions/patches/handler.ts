import { patches } from "../../shared/files/patch/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "../wiring/files.ts";

export const handler = serve(patches, wiring.patches);
