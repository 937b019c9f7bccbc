import { useMutation } from "@tanstack/react-query";
import type { McpTool } from "#shared/mcp-servers/tools/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { mcpToolMessages as text } from "../../../messages/english/mcp/tools.ts";
import { DeletionDialog } from "../../../ui/dialogs/deletion-dialog.tsx";
import { staleServers } from "../servers/stale-reads.ts";

const address = "DELETE /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}";

/** Asks for confirmation before a tool is deleted. */
export function DeleteToolDialog({ tool, onClose }: { readonly tool: McpTool; readonly onClose: () => void }) {
  const remove = useMutation(changing(address, staleServers));
  const input = { mcp_server_slug: tool.mcp_server_slug, id: tool.id };
  return (
    <DeletionDialog name={tool.name} {...{ text, remove, input, onClose }} curl={() => pageCall(address, input)} />
  );
}
