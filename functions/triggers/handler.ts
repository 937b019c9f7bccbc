import { triggers } from "#shared/triggers/contract.ts";
import { relay } from "#shared/triggers/relay/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...triggers, ...relay }, wiring.triggers);
