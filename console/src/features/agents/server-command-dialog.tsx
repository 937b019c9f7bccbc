import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import type { ServerService } from "../../../../shared/server/contract.ts";
import { changing } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { agentWords } from "../../words/agents.ts";
import { words } from "../../words/words.ts";

const text = agentWords.server;

export interface ServerCommand {
  readonly command: "start" | "stop" | "restart";
  readonly service: ServerService;
}

/** Says what a command does to whom, and leads to its run. On a production server its part's name is typed. */
export function ServerCommandDialog({
  asked: { command, service },
  onClose,
  onStarted,
}: {
  readonly asked: ServerCommand;
  readonly onClose: () => void;
  readonly onStarted: (processId: number) => void;
}) {
  const safe = useRef<HTMLButtonElement>(null);
  const { nickname, environmentTag } = useServerName();
  const [typed, setTyped] = useState("");
  const change = useMutation(changing("POST /svc/api/fms-process", ["GET /svc/api/processes", "GET /svc/api/info"]));
  const [verb, name] = [text.commands[command], text.services[service]];
  const isProduction = /^prod/i.test(environmentTag ?? "");
  const mayGoOn = !isProduction || command === "start" || typed.trim().toLowerCase() === name.toLowerCase();
  return (
    <Dialog
      open
      danger
      onClose={onClose}
      initialFocus={safe}
      title={text.ask(verb, name)}
      text={text.askText(nickname)}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {words.dialog.cancel}
          </Button>
          <Button
            look={command === "start" ? "primary" : "danger"}
            busy={change.isPending}
            disabled={!mayGoOn}
            onClick={() => change.mutate({ command, service }, { onSuccess: ({ processId }) => onStarted(processId) })}
          >
            {verb} {name}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {command !== "start" && (
          <p className="flex items-start gap-2.5">
            <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
            {text.effects[service]}
          </p>
        )}
        {isProduction && command !== "start" && (
          <TextField
            label={text.typeName(name)}
            hint={text.typeHint(environmentTag ?? "")}
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {change.error && <Refusal error={change.error} />}
      </div>
    </Dialog>
  );
}
