import { browser } from "#shared/browser/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(browser, wiring.browser);
