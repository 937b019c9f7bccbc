import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { deploymentMessages } from "../../messages/english/deployments.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { exactly } from "../../ui/values/moment.tsx";
import { hostedFilesOf } from "./asked-for.ts";
import { type DeploymentPart, deploymentReads } from "./deployments.ts";

const text = deploymentMessages.undone;
const onePart = "POST /svc/api/deployment/undo";
const whole = "POST /svc/api/deployment/undoFull";

/** One part to undo, or a deployment with all its parts. */
export interface Undone {
  readonly kind: "part" | "whole";
  readonly id: number;
  readonly name: string;
  readonly parts: readonly DeploymentPart[];
}

/** Undoes a deployment after a confirmation that explains what is restored, what is lost, and who is disconnected. */
export default function UndoDialog({
  undone: { kind, id, name, parts },
  onStarted,
  onClose,
}: {
  readonly undone: Undone;
  readonly onStarted: (part: number) => void;
  readonly onClose: () => void;
}) {
  const address = kind === "whole" ? whole : onePart;
  const undo = useMutation(changing(address, deploymentReads));
  const files = hostedFilesOf(parts);
  const affected = useDependents(
    "replace",
    files.map((id) => ({ kind: "file", id })),
  );
  // Later changes are in the files that the undo replaces.
  const since = exactly(parts.map(({ updated_at }) => updated_at).toSorted()[0] ?? "");
  return (
    <DangerDialog
      title={text.title(name)}
      text={text.text}
      typedName={name}
      submit={text.submit}
      isBusy={undo.isPending}
      error={undo.error}
      curl={() => pageCall(address, { id })}
      onClose={onClose}
      onSubmit={() =>
        undo.mutate(
          { id },
          {
            onSuccess: ({ subDeploymentIds: [first] }) => {
              onClose();
              if (first !== undefined) onStarted(first);
            },
          },
        )
      }
    >
      <p className="font-medium text-warn">{text.loses(since)}</p>
      <p>{text.kept}</p>
      <Names title={text.files} names={files} />
      {affected.list}
    </DangerDialog>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  return (
    <div>
      <p className="font-medium text-sm">{title}</p>
      <ul className="max-h-32 overflow-y-auto text-sm">
        {[...new Set(names)].map((name) => (
          <li key={name} className="break-words">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
