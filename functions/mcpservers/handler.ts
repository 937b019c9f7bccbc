import { mcpServers } from "#shared/mcp-servers/contract.ts";
import { mcpTrials } from "#shared/mcp-servers/trial/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...mcpServers, ...mcpTrials }, wiring.mcpServers);
