import { trash } from "#shared/trash/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(trash, wiring.trash);
