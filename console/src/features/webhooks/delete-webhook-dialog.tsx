import { useMutation } from "@tanstack/react-query";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { webhookMessages as text } from "../../messages/events/webhooks.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { nameOf } from "./webhook-texts.ts";

const address = "DELETE /svc/api/webhooks/{id}";

/** Asks before a sender is refused for good. */
export function DeleteWebhookDialog({
  webhook,
  onDeleted,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const { id } = webhook;
  const remove = useMutation(changing(address, ["GET /svc/api/webhooks", "GET /svc/api/audit"]));
  return (
    <DangerDialog
      title={text.removeTitle(nameOf(webhook))}
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
              announce(text.removed(nameOf(webhook)));
              onClose();
              onDeleted?.();
            },
          },
        )
      }
    />
  );
}
