import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { deploymentMessages as text } from "../../messages/english/deployments.ts";
import { DeletionDialog } from "../../ui/dialogs/deletion-dialog.tsx";
import { type Deployment, deploymentReads } from "./deployments.ts";

const address = "DELETE /svc/api/deployment/batches/{batchId}";

/** Asks for confirmation before a deployment and its kept files are deleted. */
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
  const input = { batchId };
  return (
    <DeletionDialog {...{ name, text, remove, input, onDeleted, onClose }} curl={() => pageCall(address, input)} />
  );
}
