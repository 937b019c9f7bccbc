import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { agentMessages } from "../../messages/english/agents.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import type { ServerCommand } from "./server-commands.ts";

const text = agentMessages.server;
const address = "POST /svc/api/fms-process";

/** Explains the effects of a command, and links to its run. On a production server, the user has to type the part's name. */
export function ServerCommandDialog({
  asked: { command, service },
  onClose,
  onStarted,
}: {
  readonly asked: ServerCommand;
  readonly onClose: () => void;
  readonly onStarted: (processId: number) => void;
}) {
  const change = useMutation(
    changing(address, [
      "GET /svc/api/processes",
      "GET /svc/api/info/server",
      "GET /svc/api/info",
      "GET /svc/api/fms-process",
      "POST /svc/api/prerequisites",
    ]),
  );
  const [verb, name] = [text.commands[command], text.services[service]];
  const disturbs = command !== "start";
  return (
    <DangerDialog
      title={text.ask(verb, name)}
      text={text.askText}
      submit={`${verb} ${name}`}
      look={disturbs ? "danger" : "primary"}
      typedName={disturbs ? name : undefined}
      isBusy={change.isPending}
      error={change.error}
      curl={() => pageCall(address, { command, service })}
      onClose={onClose}
      onSubmit={() => change.mutate({ command, service }, { onSuccess: ({ processId }) => onStarted(processId) })}
    >
      {disturbs && (
        <p className="flex items-start gap-2.5">
          <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
          {text.effects[service]}
        </p>
      )}
    </DangerDialog>
  );
}
