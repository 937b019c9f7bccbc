import { useMutation } from "@tanstack/react-query";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { webhookMessages as text } from "../../messages/english/events/webhooks.ts";
import { DeletionDialog } from "../../ui/dialogs/deletion-dialog.tsx";
import { nameOf } from "./webhook-texts.ts";

const address = "DELETE /svc/api/webhooks/{id}";

/** Asks for confirmation before a webhook is deleted, after which its sender's events are rejected. */
export function DeleteWebhookDialog({
  webhook,
  onDeleted,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, ["GET /svc/api/webhooks", "GET /svc/api/audit"]));
  const input = { id: webhook.id };
  const affected = useDependents("delete", [{ kind: "webhook", id: String(webhook.id) }]);
  return (
    <DeletionDialog
      name={nameOf(webhook)}
      {...{ text, remove, input, affected, onDeleted, onClose }}
      curl={() => pageCall(address, input)}
    />
  );
}
