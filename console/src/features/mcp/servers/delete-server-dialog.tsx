import { useMutation } from "@tanstack/react-query";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { useDependents } from "../../../dependents/use-dependents.tsx";
import { mcpServerMessages as text } from "../../../messages/english/mcp/servers.ts";
import { DeletionDialog } from "../../../ui/dialogs/deletion-dialog.tsx";

const address = "DELETE /svc/api/mcp-servers/{mcp_server_slug}";

/** Asks for confirmation before a server is deleted, after which its address no longer works. */
export function DeleteServerDialog({
  server,
  onDeleted,
  onClose,
}: {
  readonly server: McpServer;
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, ["GET /svc/api/mcp-servers", "GET /svc/api/audit"]));
  const input = { mcp_server_slug: server.slug };
  const affected = useDependents("delete", [{ kind: "mcp-server", id: server.slug }]);
  return (
    <DeletionDialog
      name={server.name}
      {...{ text, remove, input, affected, onDeleted, onClose }}
      curl={() => pageCall(address, input)}
    />
  );
}
