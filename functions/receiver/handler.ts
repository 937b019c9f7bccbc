import { receiver } from "#shared/webhooks/receiver/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(receiver, wiring.receiver);
