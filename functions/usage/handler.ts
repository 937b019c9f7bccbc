import { alerts } from "#shared/usage/alerts/contract.ts";
import { usage } from "#shared/usage/contract.ts";
import { scrape } from "#shared/usage/scrape/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...usage, ...scrape, ...alerts }, wiring.usage);
