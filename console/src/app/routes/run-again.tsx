import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import type { Process, StartableKind } from "#shared/processes/contract.ts";
import { changing } from "../../api/query.ts";
import type { GuardedAddress } from "../../api/role-for.ts";
import { commandIn } from "../../features/agents/server-commands.ts";
import { UndoContainers } from "../../features/backups/restore/undo-containers.tsx";
import type { OperationName } from "../../features/operations/operations.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { Button, buttonClasses } from "../../ui/buttons/button.tsx";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import { paths } from "../paths.ts";

const text = processMessages;

/** Tasks on a file, with the dialog that starts each. Passwords aren't stored and have to be typed again. */
const operations: Readonly<Record<string, OperationName>> = {
  "files.encrypt": "encrypt",
  "files.decrypt": "decrypt",
  "files.compress": "compress",
  "files.self-contained": "selfContained",
  "files.recover": "recover",
  "files.remove-admin-access": "noAdmin",
  "files.kiosk": "kiosk",
  "files.reset-uuid": "uuid",
  "files.check": "check",
  "files.rename": "rename",
  "files.patch": "patch",
  "files.download": "download",
  "files.delete": "delete",
};
const startable: readonly StartableKind[] = ["keys.rewrap", "uploads.tidy"];

/** Button that runs a task again, if possible: immediately if it needs no input, otherwise through its dialog. */
export function RunAgain({ process: { id, kind, objects, state } }: { readonly process: Process }) {
  const navigate = useNavigate();
  const start = useMutation(changing("POST /svc/api/processes", ["GET /svc/api/processes"]));
  const startableKind = startable.find((known) => known === kind);
  if (startableKind !== undefined)
    return (
      <AgainButton
        needs="POST /svc/api/processes"
        busy={start.isPending}
        onPress={() =>
          start.mutate(
            { kind: startableKind },
            {
              onSuccess: ({ processId }) => void navigate({ to: paths.process, params: { id: String(processId) } }),
              onError: announceRefusal,
            },
          )
        }
      />
    );
  if (named(objects, "container-folder").length > 0)
    return (
      state === "done" && (
        <UndoContainers
          processId={id}
          onStarted={(processId) => void navigate({ to: paths.process, params: { id: String(processId) } })}
        />
      )
    );
  const [part] = named(objects, "sub-deployment");
  if (part !== undefined)
    return (
      <Link to={paths.deployment} params={{ id: part }} className={buttonClasses()}>
        {text.showDeployment}
      </Link>
    );
  const command = commandIn(`${named(objects, "command")[0]}-${named(objects, "server-process")[0]}`);
  if (command !== undefined)
    return (
      <AgainButton
        needs="POST /svc/api/fms-process"
        onPress={() =>
          void navigate({
            to: paths.settings,
            params: { part: "server" },
            search: { ask: `${command.command}-${command.service}` },
          })
        }
      />
    );
  const operation = operations[kind];
  const files = named(objects, "file");
  const [only] = files;
  if (operation === undefined || only === undefined) return null;
  const ask = (name: string) => void navigate({ to: paths.file, params: { name }, search: { op: operation } });
  if (files.length === 1) return <AgainButton needs="POST /svc/api/fm-file/rename" onPress={() => ask(only)} />;
  return (
    <MenuButton
      label={text.again}
      className="border border-line"
      groups={[
        files.map((name) => ({
          needs: "POST /svc/api/fm-file/rename" as const,
          text: text.againWith(name),
          icon: RotateCcw,
          onChoose: () => ask(name),
        })),
      ]}
    />
  );
}

function AgainButton({
  needs,
  busy = false,
  onPress,
}: {
  readonly needs: GuardedAddress;
  readonly busy?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button needs={needs} busy={busy} data-shortcut="r" onClick={onPress}>
      <RotateCcw aria-hidden size={14} />
      {text.again}
    </Button>
  );
}

function named(objects: readonly string[], kind: string): readonly string[] {
  return objects.filter((object) => object.startsWith(`${kind}:`)).map((object) => object.slice(kind.length + 1));
}
