import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ServerPage, serverTabs } from "../../../features/mcp/servers/server-page.tsx";
import { mcpServerMessages as text } from "../../../messages/english/mcp/servers.ts";
import { Loading } from "../../../ui/feedback/states.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { BackLink } from "../../page/back-link.tsx";
import { FileLink } from "../../page/file-link.tsx";
import { paths } from "../../paths.ts";

const CreateDataKey = lazyPart(() => import("../../../features/keys/dialogs/create-data-key-dialog.tsx"));
const GrantsPanel = lazyPart(() => import("../../../features/grants/grants-panel.tsx"));

export default function ServerPart() {
  const { slug } = useParams({ from: paths.mcpServer });
  const given = useSearch({ from: paths.mcpServer }).tab;
  const navigate = useNavigate({ from: paths.mcpServer });
  return (
    <ServerPage
      key={slug}
      slug={slug}
      tab={serverTabs.find((known) => known === given) ?? serverTabs[0]}
      above={<BackLink to={paths.mcpServers} text={text.page.back} />}
      fileLink={(name) => <FileLink name={name} />}
      signIns={(server) => <GrantsPanel server={server} fallback={<Loading rows={3} />} />}
      newKey={(filename, onClose) => <CreateDataKey files={[filename]} onClose={onClose} />}
      onTab={(tab) => void navigate({ search: tab === serverTabs[0] ? {} : { tab }, replace: true })}
      onSaved={(server) =>
        server.slug !== slug &&
        void navigate({ params: { slug: server.slug }, search: (known) => known, replace: true })
      }
      onDeleted={() => void navigate({ to: paths.mcpServers })}
    />
  );
}
