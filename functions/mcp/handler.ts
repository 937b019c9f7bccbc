import { adminMcp } from "#shared/mcp/admin/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(adminMcp, wiring.mcp);
