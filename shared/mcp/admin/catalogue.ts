import { mayDo, type Role } from "#shared/contract/roles.ts";
import type { AdminTool } from "./admin-tool.ts";
import { type Toolset, toolsets } from "./contract.ts";
import { backupTools } from "./tools/backups.ts";
import { buildTools } from "./tools/builds.ts";
import { deploymentTools } from "./tools/deployments.ts";
import { fileOperationTools } from "./tools/file-operations.ts";
import { fileTools } from "./tools/files.ts";
import { keyTools } from "./tools/keys.ts";
import { logTools } from "./tools/logs.ts";
import { mcpConfigTools } from "./tools/mcp-config.ts";
import { processTools } from "./tools/processes.ts";
import { serverTools } from "./tools/server.ts";
import { webhookTools } from "./tools/webhooks.ts";

/** All tools of the endpoint for administrators by name, in the order of the toolsets. */
export const adminTools: ReadonlyMap<string, AdminTool> = new Map(
  [
    serverTools,
    fileTools,
    processTools,
    logTools,
    buildTools,
    deploymentTools,
    fileOperationTools,
    backupTools,
    webhookTools,
    keyTools,
    mcpConfigTools,
  ]
    .flat()
    .sort((one, other) => toolsets.indexOf(one.toolset) - toolsets.indexOf(other.toolset))
    .map((one) => [one.tool.name, one]),
);

/** Tools that a request gets. */
export interface ToolChoice {
  readonly toolsets: readonly Toolset[];
  readonly readOnly: boolean;
  /** Role of the caller. */
  readonly role: Role;
}

export function chosenTools({ toolsets: chosen, readOnly, role }: ToolChoice): readonly AdminTool[] {
  return [...adminTools.values()].filter(
    ({ toolset, tool, role: needed }) =>
      chosen.includes(toolset) && (!readOnly || tool.annotations.readOnlyHint) && mayDo(role, needed),
  );
}
