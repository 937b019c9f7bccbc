import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, Play, RotateCcw, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { configuration } from "../../api/configuration.ts";
import { changing, reading } from "../../api/query.ts";
import { deploymentMessages as text } from "../../messages/english/deployments.ts";
import { Button, buttonClasses } from "../../ui/buttons/button.tsx";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { Offered } from "../../ui/offered.tsx";
import DeleteDeploymentDialog from "./delete-deployment-dialog.tsx";
import { type Deployment, type DeploymentPart, deploymentReads, isOpen, partName } from "./deployments.ts";
import type { Undone } from "./undo-dialog.tsx";

const UndoDialog = lazyPart(() => import("./undo-dialog.tsx"));

/** Actions for a completed part and its deployment. */
export function DeploymentActions({
  part,
  whole,
  duplicate,
  onStarted,
  onDeleted,
}: {
  readonly part: DeploymentPart;
  readonly whole: Deployment;
  /** Link to a new deployment that is copied from this one. */
  readonly duplicate: ReactNode;
  readonly onStarted: (part: number) => void;
  readonly onDeleted: () => void;
}) {
  const backups = useQuery(reading("GET /svc/api/deployment/backups", {}));
  const [undone, setUndone] = useState<Undone>();
  const [isDeleting, setDeleting] = useState(false);
  const again = useMutation({
    ...changing("POST /svc/api/deployment/rerun", deploymentReads),
    onError: announceRefusal,
  });
  const resume = useMutation({
    ...changing("POST /svc/api/deployment/{id}/resume", [...deploymentReads, "GET /svc/api/processes/{id}"]),
    onError: announceRefusal,
  });
  const hasSeveral = whole.parts.length > 1;
  const mayUndoAll = hasSeveral && backups.data?.deployments.includes(whole.id) && !whole.parts.some(isOpen);
  return (
    <>
      {backups.data?.subDeployments.includes(part.id) && (
        <Button
          needs="POST /svc/api/deployment/undo"
          onClick={() => setUndone({ kind: "part", id: part.id, name: partName(part), parts: [part] })}
        >
          <Undo2 aria-hidden size={14} />
          {text.undo}
        </Button>
      )}
      {mayUndoAll && (
        <Button needs="POST /svc/api/deployment/undoFull" onClick={() => setUndone({ kind: "whole", ...whole })}>
          <Undo2 aria-hidden size={14} />
          {text.undoAll}
        </Button>
      )}
      {part.final_result === "crashed" && (
        <Button
          needs="POST /svc/api/deployment/{id}/resume"
          busy={resume.isPending}
          onClick={() => resume.mutate({ id: part.id })}
        >
          <Play aria-hidden size={14} />
          {text.resume}
        </Button>
      )}
      <Button
        needs="POST /svc/api/deployment/rerun"
        busy={again.isPending}
        data-shortcut="r"
        onClick={() =>
          again.mutate(hasSeveral ? { type: "sub-deployment", id: part.id } : { type: "deployment", id: whole.id }, {
            onSuccess: ({ subDeploymentIds: [first] }) => first !== undefined && onStarted(first),
          })
        }
      >
        <RotateCcw aria-hidden size={14} />
        {text.again}
      </Button>
      {duplicate}
      <Offered needs="GET /svc/api/deployment/{id}/debug">
        <a
          href={`/${configuration().prefix}/api/deployment/${part.id}/debug`}
          download={`deployment-${part.id}-debug.zip`}
          className={buttonClasses()}
        >
          <Download aria-hidden size={14} />
          {text.debug}
        </a>
      </Offered>
      <Button needs="DELETE /svc/api/deployment/{id}" onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden size={14} />
        {text.remove}
      </Button>
      {undone && <UndoDialog undone={undone} onStarted={onStarted} onClose={() => setUndone(undefined)} />}
      {isDeleting && (
        <DeleteDeploymentDialog deployment={whole} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}
