import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { ServersPanel } from "../../../features/mcp/servers/servers-panel.tsx";
import { mcpServerMessages as text } from "../../../messages/english/mcp/servers.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { FileLink } from "../../page/file-link.tsx";
import { RefreshButton } from "../../page/refresh-button.tsx";
import { paths } from "../../paths.ts";

const ServerDialog = lazyPart(() => import("../../../features/mcp/servers/server-dialog.tsx"));
const address = "GET /svc/api/mcp-servers";

export default function ServersPart() {
  const { create = false } = useSearch({ from: paths.mcpServers });
  const navigate = useNavigate({ from: paths.mcpServers });
  const setCreate = (isOpen: boolean) => void navigate({ search: isOpen ? { create: true } : {}, replace: !isOpen });
  return (
    <Page
      title={text.title}
      text={text.text}
      actions={
        <>
          <CurlButton calls={[{ address, input: {} }]} />
          <RefreshButton addresses={[address]} />
          <Button needs="POST /svc/api/mcp-servers" look="primary" data-shortcut="c" onClick={() => setCreate(true)}>
            <Plus aria-hidden size={16} />
            {text.create}
          </Button>
        </>
      }
    >
      <Framed>
        <ServersPanel
          create={
            <Button needs="POST /svc/api/mcp-servers" look="primary" onClick={() => setCreate(true)}>
              {text.create}
            </Button>
          }
          nameLink={({ slug, name }) => (
            <Link
              to={paths.mcpServer}
              params={{ slug }}
              className="inline-block leading-target underline-offset-2 hover:underline"
            >
              {name}
            </Link>
          )}
          fileLink={(name) => <FileLink name={name} />}
        />
      </Framed>
      {create && (
        <ServerDialog
          onSaved={({ slug }) => void navigate({ to: paths.mcpServer, params: { slug } })}
          onClose={() => setCreate(false)}
        />
      )}
    </Page>
  );
}
