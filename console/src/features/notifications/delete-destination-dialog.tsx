import { useMutation } from "@tanstack/react-query";
import type { Destination } from "#shared/notifications/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { notificationMessages as text } from "../../messages/english/events/notifications.ts";
import { DeletionDialog } from "../../ui/dialogs/deletion-dialog.tsx";
import { staleDestinations } from "./destinations.ts";

const address = "DELETE /svc/api/notifications/destinations/{id}";

/** Asks for confirmation before a destination and its pending deliveries are deleted. */
export function DeleteDestinationDialog({
  destination: { id, label: name },
  onClose,
}: {
  readonly destination: Pick<Destination, "id" | "label">;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, staleDestinations));
  const input = { id };
  const affected = useDependents("delete", [{ kind: "destination", id: String(id) }]);
  return <DeletionDialog {...{ name, text, remove, input, affected, onClose }} curl={() => pageCall(address, input)} />;
}
