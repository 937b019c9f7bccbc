import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import { reading } from "../../../api/query.ts";
import { mcpServerMessages as text } from "../../../messages/english/mcp/servers.ts";
import { CopyIcon } from "../../../ui/buttons/copy-button.tsx";
import { Empty } from "../../../ui/feedback/states.tsx";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListPanel } from "../../../ui/tables/list-panel.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { addressOf } from "../connect/addresses.ts";
import { usualConfiguration } from "../connect/client-configurations.ts";
import { useServerActions } from "./use-server-actions.tsx";

interface Links {
  readonly nameLink: (server: McpServer) => ReactNode;
  readonly fileLink: (filename: string) => ReactNode;
}
type Row = McpServer & { readonly id: string };

/** All MCP servers, with the addresses for clients. */
export function ServersPanel({ create, ...links }: Links & { readonly create: ReactNode }) {
  const list = useQuery(reading("GET /svc/api/mcp-servers", {}));
  const { menuOf, dialog } = useServerActions();
  return (
    <>
      <ListPanel
        reads={[list]}
        empty={
          <Empty title={text.emptyTitle} text={text.emptyText}>
            {create}
          </Empty>
        }
        label={text.title}
        rows={list.data?.servers.map((server) => ({ ...server, id: server.slug }))}
        columns={columnsOf(links)}
        nameOf={({ name }) => name}
        actions={(row) => <MenuButton label={text.actionsOf(row.name)} groups={menuOf(row)} />}
      />
      {dialog}
    </>
  );
}

function columnsOf({ nameLink, fileLink }: Links): readonly Column<Row>[] {
  return [
    {
      id: "name",
      title: text.name,
      cell: (row) => (
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">
            {nameLink(row)}
            {!row.is_active && <Chip tone="warn">{text.off}</Chip>}
          </p>
          <p className="flex min-w-0 items-center gap-1 text-muted text-sm">
            <span className="break-all">{addressOf(row)}</span>
            <CopyIcon text={addressOf(row)} label={text.copyAddress} />
            <CopyIcon
              icon={FileText}
              text={usualConfiguration({ name: row.slug, url: addressOf(row), isSignedIn: row.oauth_enabled })}
              label={text.copyConfiguration(row.name)}
            />
          </p>
          {row.description !== null && <p className="wrap-anywhere text-muted text-sm">{row.description}</p>}
        </div>
      ),
    },
    { id: "file", title: text.file, cell: ({ filename }) => fileLink(filename), className: "w-48" },
    {
      id: "signIn",
      title: text.signIn,
      cell: ({ oauth_enabled: isOn }) => (isOn ? text.on : text.off),
      className: "w-24",
    },
    { id: "changed", title: text.changed, cell: ({ updated_at: at }) => <Moment at={at} />, className: "w-32" },
  ];
}
