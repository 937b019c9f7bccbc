import { mcpEndpoints } from "#shared/mcp-servers/endpoint/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(mcpEndpoints, wiring.mcpEndpoints);
