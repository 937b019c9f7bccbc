import { useMutation } from "@tanstack/react-query";
import { CirclePause, CirclePlay, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import { changing } from "../../../api/query.ts";
import { mcpServerMessages as text } from "../../../messages/english/mcp/servers.ts";
import { announceRefusal } from "../../../ui/feedback/announce-refusal.ts";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import type { MenuGroups } from "../../../ui/menus/menu-entries.tsx";
import { DeleteServerDialog } from "./delete-server-dialog.tsx";
import { staleServers } from "./stale-reads.ts";

const ServerDialog = lazyPart(() => import("./server-dialog.tsx"));

interface Followers {
  readonly onSaved?: (server: McpServer) => void;
  readonly onDeleted?: () => void;
}

/** Returns the menu of a server, and the dialog that was opened from it. */
export function useServerActions({ onSaved, onDeleted }: Followers = {}) {
  const [asked, setAsked] = useState<{ readonly to: "edit" | "delete"; readonly server: McpServer }>();
  const change = useMutation({
    ...changing("PATCH /svc/api/mcp-servers/{mcp_server_slug}", staleServers),
    onError: announceRefusal,
  });
  const switchTo = ({ slug, name }: McpServer, isActive: boolean) =>
    change.mutate(
      { mcp_server_slug: slug, updates: { is_active: isActive } },
      { onSuccess: () => announce(text.switched(name, isActive)) },
    );
  const close = () => setAsked(undefined);
  const menuOf = (server: McpServer): MenuGroups => [
    [
      {
        needs: "PATCH /svc/api/mcp-servers/{mcp_server_slug}",
        text: text.edit,
        icon: Pencil,
        onChoose: () => setAsked({ to: "edit", server }),
      },
      server.is_active
        ? {
            needs: "PATCH /svc/api/mcp-servers/{mcp_server_slug}",
            text: text.switchOff,
            icon: CirclePause,
            onChoose: () => switchTo(server, false),
          }
        : {
            needs: "PATCH /svc/api/mcp-servers/{mcp_server_slug}",
            text: text.switchOn,
            icon: CirclePlay,
            onChoose: () => switchTo(server, true),
          },
    ],
    [
      {
        needs: "DELETE /svc/api/mcp-servers/{mcp_server_slug}",
        text: text.remove,
        icon: Trash2,
        danger: true,
        onChoose: () => setAsked({ to: "delete", server }),
      },
    ],
  ];
  const dialog = asked && (
    <>
      {asked.to === "edit" && <ServerDialog before={asked.server} onSaved={onSaved} onClose={close} />}
      {asked.to === "delete" && <DeleteServerDialog server={asked.server} onDeleted={onDeleted} onClose={close} />}
    </>
  );
  return { menuOf, dialog };
}
