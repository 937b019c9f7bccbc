import { useMutation } from "@tanstack/react-query";
import type { Alert } from "#shared/usage/alerts/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { alertMessages as text } from "../../messages/english/usage/alerts.ts";
import { DeletionDialog } from "../../ui/dialogs/deletion-dialog.tsx";
import { staleAlerts } from "./alerts.ts";

const address = "DELETE /svc/api/alerts/{id}";

/** Asks for confirmation before a rule is deleted. */
export function DeleteAlertDialog({
  alert: { id, name },
  onClose,
}: {
  readonly alert: Pick<Alert, "id" | "name">;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, staleAlerts));
  const input = { id };
  return <DeletionDialog {...{ name, text, remove, input, onClose }} curl={() => pageCall(address, input)} />;
}
