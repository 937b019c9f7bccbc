import { proxy } from "#shared/proxy/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(proxy, wiring.proxy);
