import { transfer } from "#shared/transfer/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(transfer, wiring.transfer);
