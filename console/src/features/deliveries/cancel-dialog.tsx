import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { deliveryMessages as text } from "../../messages/english/events/deliveries.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { staleDeliveries } from "./use-delivery-actions.ts";

const address = "POST /svc/api/deliveries/{id}/cancel";

/** Asks for confirmation before a pending delivery is canceled. */
export function CancelDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const cancel = useMutation(changing(address, staleDeliveries));
  return (
    <ConfirmDialog
      title={text.cancelTitle}
      text={text.cancelText}
      submit={text.cancelSubmit}
      cancel={text.keep}
      change={cancel}
      input={{ id }}
      done={() => text.cancelled}
      curl={() => pageCall(address, { id })}
      onClose={onClose}
    />
  );
}
