import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { deliveryMessages as text } from "../../messages/events/deliveries.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { staleDeliveries } from "./use-delivery-actions.ts";

const address = "POST /svc/api/deliveries/{id}/cancel";

/** Asks before a pending delivery is given up. */
export function CancelDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const cancel = useMutation(changing(address, staleDeliveries));
  const submit = () =>
    cancel.mutate(
      { id },
      {
        onSuccess: () => {
          announce(text.cancelled);
          onClose();
        },
      },
    );
  return (
    <DangerDialog
      title={text.cancelTitle}
      text={text.cancelText}
      submit={text.cancelSubmit}
      cancel={text.keep}
      isBusy={cancel.isPending}
      error={cancel.error}
      curl={() => pageCall(address, { id })}
      onClose={onClose}
      onSubmit={submit}
    />
  );
}
