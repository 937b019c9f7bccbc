import { backups } from "#shared/backups/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(backups, wiring.backups);
