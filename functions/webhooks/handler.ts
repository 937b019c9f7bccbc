import { webhooks } from "#shared/webhooks/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(webhooks, wiring.webhooks);
