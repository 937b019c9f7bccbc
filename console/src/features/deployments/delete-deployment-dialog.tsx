import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { deploymentMessages as text } from "../../messages/deployments.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { type Deployment, deploymentReads } from "./deployments.ts";

const address = "DELETE /svc/api/deployment/batches/{batchId}";

/** Asks before a deployment goes, with what it has kept. */
export default function DeleteDeploymentDialog({
  deployment: { id: batchId, name },
  onDeleted,
  onClose,
}: {
  readonly deployment: Pick<Deployment, "id" | "name">;
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, deploymentReads));
  return (
    <DangerDialog
      title={text.removeTitle(name)}
      text={text.removeText}
      submit={text.removeSubmit}
      isBusy={remove.isPending}
      error={remove.error}
      curl={() => pageCall(address, { batchId })}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate(
          { batchId },
          {
            onSuccess: () => {
              announce(text.removed(name));
              onClose();
              onDeleted?.();
            },
          },
        )
      }
    />
  );
}
