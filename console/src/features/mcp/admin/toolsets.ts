import type { Toolset } from "#shared/mcp/admin/contract.ts";

/** Groups of tools, in the order in which they are listed, and whether a client gets them that asks for nothing. */
const isDefault = {
  server: true,
  files: true,
  processes: true,
  logs: true,
  deployments: true,
  file_operations: false,
  backups: false,
  webhooks: false,
  keys: false,
  mcp_config: false,
} as const satisfies Readonly<Record<Toolset, boolean>>;

export const toolsets = (Object.keys(isDefault) as readonly Toolset[]).map((name) => ({
  name,
  isDefault: isDefault[name],
}));
