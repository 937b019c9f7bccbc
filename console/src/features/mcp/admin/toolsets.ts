import type { Toolset } from "#shared/mcp/admin/contract.ts";

/** Tool groups in order of display; true if clients receive a group by default. */
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
