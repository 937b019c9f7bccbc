import { useMutation, useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay, Pencil, Plus, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import type { McpTool } from "#shared/mcp-servers/tools/contract.ts";
import { changing, reading } from "../../../api/query.ts";
import { mcpToolMessages as text } from "../../../messages/english/mcp/tools.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { announceRefusal } from "../../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../../ui/feedback/states.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import type { MenuGroups } from "../../../ui/menus/menu-entries.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListPanel } from "../../../ui/tables/list-panel.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { staleServers } from "../servers/stale-reads.ts";
import { DeleteToolDialog } from "./delete-tool-dialog.tsx";

const ToolDialog = lazyPart(() => import("./tool-dialog.tsx"));
const TestDialog = lazyPart(() => import("../trials/test-dialog.tsx"));

type OpenDialog = { readonly to: "edit" | "test" | "delete"; readonly tool: McpTool } | { readonly to: "create" };

export default function ToolsPart({ server }: { readonly server: McpServer }) {
  const list = useQuery(reading("GET /svc/api/mcp-servers/{mcp_server_slug}/tools", { mcp_server_slug: server.slug }));
  const [asked, setAsked] = useState<OpenDialog>();
  const change = useMutation({
    ...changing("PATCH /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}", staleServers),
    onError: announceRefusal,
  });
  const switchTo = ({ id, name }: McpTool, isActive: boolean) =>
    change.mutate(
      { mcp_server_slug: server.slug, id, is_active: isActive },
      { onSuccess: () => announce(text.switched(name, isActive)) },
    );
  const menuOf = (tool: McpTool): MenuGroups => [
    [
      {
        needs: "POST /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}/test",
        text: text.test,
        icon: Send,
        onChoose: () => setAsked({ to: "test", tool }),
      },
    ],
    [
      {
        needs: "PATCH /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}",
        text: text.edit,
        icon: Pencil,
        onChoose: () => setAsked({ to: "edit", tool }),
      },
      tool.is_active
        ? {
            needs: "PATCH /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}",
            text: text.switchOff,
            icon: CirclePause,
            onChoose: () => switchTo(tool, false),
          }
        : {
            needs: "PATCH /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}",
            text: text.switchOn,
            icon: CirclePlay,
            onChoose: () => switchTo(tool, true),
          },
    ],
    [
      {
        needs: "DELETE /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}",
        text: text.remove,
        icon: Trash2,
        danger: true,
        onChoose: () => setAsked({ to: "delete", tool }),
      },
    ],
  ];
  const close = () => setAsked(undefined);
  const add = (
    <Button
      needs="POST /svc/api/mcp-servers/{mcp_server_slug}/tools"
      data-shortcut="c"
      look="primary"
      onClick={() => setAsked({ to: "create" })}
    >
      <Plus aria-hidden size={16} />
      {text.create}
    </Button>
  );
  const isEmpty = list.data?.tools.length === 0;
  return (
    <Panel title={text.title} text={text.text} actions={!isEmpty && add} flush>
      <ListPanel
        reads={[list]}
        empty={
          <Empty title={text.emptyTitle} text={text.emptyText}>
            {add}
          </Empty>
        }
        label={text.title}
        rows={list.data?.tools}
        columns={columns}
        nameOf={({ name }) => name}
        actions={(tool) => <MenuButton label={text.actionsOf(tool.name)} groups={menuOf(tool)} />}
      />
      {asked?.to === "create" && <ToolDialog server={server} onClose={close} />}
      {asked?.to === "edit" && <ToolDialog server={server} before={asked.tool} onClose={close} />}
      {asked?.to === "test" && <TestDialog server={server} tool={asked.tool} onClose={close} />}
      {asked?.to === "delete" && <DeleteToolDialog tool={asked.tool} onClose={close} />}
    </Panel>
  );
}

const columns: readonly Column<McpTool>[] = [
  {
    id: "name",
    title: text.name,
    cell: ({ name, mcp_name: mcpName, description, is_active: isActive }) => (
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {!isActive && <Chip tone="warn">{text.off}</Chip>}
        </p>
        <p className="break-all font-mono text-muted text-sm">{mcpName}</p>
        <p className="wrap-anywhere text-muted text-sm">{description ?? text.noDescription}</p>
      </div>
    ),
  },
  {
    id: "script",
    title: text.script,
    cell: ({ script_name: script, timeout_s: seconds }) => (
      <div className="min-w-0">
        <p className="wrap-anywhere">{script}</p>
        <p className="text-muted text-sm">{text.waits(seconds)}</p>
      </div>
    ),
    className: "w-56",
  },
  {
    id: "hints",
    title: text.hints,
    cell: ({ annotations: { readOnlyHint, destructiveHint } }) =>
      readOnlyHint ? (
        <Chip tone="good">{text.reads}</Chip>
      ) : (
        <Chip tone={destructiveHint ? "warn" : "plain"}>{destructiveHint ? text.destroys : text.changes}</Chip>
      ),
    className: "w-36",
  },
];
