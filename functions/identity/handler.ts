import { identity } from "#shared/identity/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(identity, wiring.identity);
