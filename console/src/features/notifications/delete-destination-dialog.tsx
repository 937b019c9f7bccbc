import { useMutation } from "@tanstack/react-query";
import type { Destination } from "#shared/notifications/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { notificationMessages as text } from "../../messages/events/notifications.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { staleDestinations } from "./destinations.ts";

const address = "DELETE /svc/api/notifications/destinations/{id}";

/** Asks before a destination goes, with what is on its way there. */
export function DeleteDestinationDialog({
  destination: { id, label },
  onClose,
}: {
  readonly destination: Pick<Destination, "id" | "label">;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, staleDestinations));
  return (
    <DangerDialog
      title={text.removeTitle(label)}
      text={text.removeText}
      submit={text.removeSubmit}
      isBusy={remove.isPending}
      error={remove.error}
      curl={() => pageCall(address, { id })}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate(
          { id },
          {
            onSuccess: () => {
              announce(text.removed(label));
              onClose();
            },
          },
        )
      }
    />
  );
}
