import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import { reading } from "../../../api/query.ts";
import { Refused } from "../../../api/refused.ts";
import { mcpServerMessages } from "../../../messages/english/mcp/servers.ts";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../../ui/feedback/states.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { useServerActions } from "./use-server-actions.tsx";

const ToolsPart = lazyPart(() => import("../tools/tools-part.tsx"));
const PreviewPart = lazyPart(() => import("../trials/preview-part.tsx"));
const ConnectPart = lazyPart(() => import("../connect/connect-part.tsx"));
const CallsPart = lazyPart(() => import("../trials/calls-part.tsx"));
const ChangesPart = lazyPart(() => import("../trials/changes-part.tsx"));

const text = mcpServerMessages.page;
const address = "GET /svc/api/mcp-servers/{mcp_server_slug}";
const notFound = 404;

export const serverTabs = ["tools", "preview", "connect", "signIns", "calls", "changes"] as const;
export type ServerTab = (typeof serverTabs)[number];

/** Parts of other features, from the surrounding page. */
export interface ServerSurroundings {
  readonly fileLink: (filename: string) => ReactNode;
  /** Renders the list of users who have signed in. */
  readonly signIns: (slug: string) => ReactNode;
  /** Renders the form for a new Data API key. */
  readonly newKey: (filename: string, onClose: () => void) => ReactNode;
}

/** An MCP server: its tools, their visibility to an account, its client settings, and its calls. */
export function ServerPage({
  slug,
  tab,
  above,
  onTab,
  onSaved,
  onDeleted,
  ...surroundings
}: ServerSurroundings & {
  readonly slug: string;
  readonly tab: ServerTab;
  readonly above: ReactNode;
  readonly onTab: (tab: ServerTab) => void;
  readonly onSaved: (server: McpServer) => void;
  readonly onDeleted: () => void;
}) {
  const input = { mcp_server_slug: slug };
  const read = useQuery(reading(address, input));
  const { menuOf, dialog } = useServerActions({ onSaved, onDeleted });
  const server = read.data;
  const isGone = read.error instanceof Refused && read.error.status === notFound;
  return (
    <Page
      title={server?.name ?? slug}
      above={above}
      text={server && <ServerFacts server={server} fileLink={surroundings.fileLink} />}
      actions={
        <>
          <CurlButton calls={[{ address, input }]} />
          {server && !isGone && (
            <MenuButton
              label={mcpServerMessages.actionsOf(server.name)}
              groups={menuOf(server)}
              className="border border-line bg-panel"
            />
          )}
        </>
      }
    >
      {read.isPending && <Loading rows={6} />}
      {isGone && <Empty title={text.gone} />}
      {server === undefined && read.isError && !isGone && (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      )}
      {server && !isGone && (
        <Tabs
          label={server.name}
          value={tab}
          onChange={onTab}
          tabs={serverTabs.map((name) => ({ name, text: text.tabs[name] }))}
        >
          <ReadFailure reads={[read]} />
          <ShownPart tab={tab} server={server} {...surroundings} />
        </Tabs>
      )}
      {dialog}
    </Page>
  );
}

function ShownPart({
  tab,
  server,
  signIns,
  newKey,
}: Pick<ServerSurroundings, "signIns" | "newKey"> & { readonly tab: ServerTab; readonly server: McpServer }) {
  const fallback = <Loading rows={6} />;
  switch (tab) {
    case "tools":
      return <ToolsPart server={server} fallback={fallback} />;
    case "preview":
      return <PreviewPart server={server} fallback={fallback} />;
    case "connect":
      return <ConnectPart server={server} newKey={newKey} fallback={fallback} />;
    case "signIns":
      return signIns(server.slug);
    case "calls":
      return <CallsPart server={server} fallback={fallback} />;
    case "changes":
      return <ChangesPart server={server} fallback={fallback} />;
  }
}

function ServerFacts({
  server: { filename, description, is_active: isActive },
  fileLink,
}: Pick<ServerSurroundings, "fileLink"> & { readonly server: McpServer }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        {fileLink(filename)}
        {!isActive && <Chip tone="warn">{mcpServerMessages.off}</Chip>}
      </p>
      {description && <p className="wrap-anywhere">{description}</p>}
    </>
  );
}
