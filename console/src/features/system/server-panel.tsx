import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";

const text = homeMessages;
const partNames = ["webServer", "databaseServer", "dataApi", "adminApi", "odata"] as const;

/**
 * Returns true if the server has provided what it only tells authenticated users. Also true before the first answer, which triggers another
 * check.
 */
function isKnown(server: OutputOf<"GET /svc/api/info">["FileMakerServer"] | undefined): boolean {
  return server === undefined || (server.name !== "" && server.parts.databaseServer !== "unknown");
}

/** FileMaker Server that the keys access. */
export function ServerPanel() {
  const information = useQuery({
    ...reading("GET /svc/api/info", {}),
    // The service learns the server's name in the background, after the first request for it, and its state from the check of
    // prerequisites.
    refetchInterval: ({ state }) => (isKnown(state.data?.FileMakerServer) ? false : 10_000),
  });
  const server = information.data?.FileMakerServer;
  return (
    <Panel title={text.server} flush>
      {information.isPending && <Loading />}
      <ReadFailure reads={[information]} />
      {server && (
        <div className="p-4">
          <Facts
            facts={[
              [text.name, server.name || text.notKnown],
              [text.host, server.host],
              [text.version, server.version.long || text.notKnown],
              ...partNames.map((name) => [text.parts[name], text.partStates[server.parts[name]]] as const),
            ]}
          />
          {server.name === "" && <p className="mt-3 text-muted text-sm">{text.serverHint}</p>}
        </div>
      )}
    </Panel>
  );
}
