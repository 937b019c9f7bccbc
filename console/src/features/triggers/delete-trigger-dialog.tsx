import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { triggerMessages as text } from "../../messages/events/triggers.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Switch } from "../../ui/fields/switch.tsx";

const address = "DELETE /svc/api/triggers/{id}";

/** Asks before a trigger goes, with what waits for it. */
export function DeleteTriggerDialog({
  trigger: { id, label },
  onDeleted,
  onClose,
}: {
  readonly trigger: Pick<Trigger, "id" | "label">;
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const [isForced, setForced] = useState(false);
  const remove = useMutation(changing(address, ["GET /svc/api/triggers", "GET /svc/api/audit"]));
  const input = { id, ...(isForced && { force: "true" }) };
  return (
    <DangerDialog
      title={text.removeTitle(label)}
      text={text.removeText}
      submit={text.removeSubmit}
      isBusy={remove.isPending}
      error={remove.error}
      curl={() => pageCall(address, input)}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate(input, {
          onSuccess: ({ isPending }) => {
            announce(isPending ? text.removePending(label) : text.removed(label));
            onClose();
            if (!isPending) onDeleted?.();
          },
        })
      }
    >
      <Switch label={text.force} checked={isForced} onChange={setForced} />
    </DangerDialog>
  );
}
