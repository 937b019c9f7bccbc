import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import { mcpTrialMessages } from "../../../messages/english/mcp/trials.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { addressOf } from "./addresses.ts";
import { ConnectPanel } from "./connect-panel.tsx";

/** Instructions to connect clients to a server, with the creation of a key for them. */
export default function ConnectPart({
  server,
  newKey,
}: {
  readonly server: McpServer;
  readonly newKey: (filename: string, onClose: () => void) => ReactNode;
}) {
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <ConnectPanel
        connection={{ name: server.slug, url: addressOf(server) }}
        maySignIn={server.oauth_enabled}
        actions={
          <Button needs="POST /svc/api/api-key" onClick={() => setMaking(true)}>
            <KeyRound aria-hidden size={14} />
            {mcpTrialMessages.connect.createKey}
          </Button>
        }
      />
      {isMaking && newKey(server.filename, () => setMaking(false))}
    </>
  );
}
