import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { triggerMessages as text } from "../../messages/english/events/triggers.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Switch } from "../../ui/fields/switch.tsx";

const address = "DELETE /svc/api/triggers/{id}";

/** Asks for confirmation before a trigger and its pending changes are deleted. */
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
  const affected = useDependents("delete", [{ kind: "trigger", id: String(id) }]);
  const input = { id, ...(isForced && { force: "true" }) };
  return (
    <ConfirmDialog
      title={text.removeTitle(label)}
      text={text.removeText}
      submit={text.removeSubmit}
      change={remove}
      affected={affected}
      typedName={affected.typedReason === undefined ? undefined : label}
      input={input}
      done={({ isPending }) => (isPending ? text.removePending(label) : text.removed(label))}
      curl={() => pageCall(address, input)}
      onDone={({ isPending }) => {
        if (!isPending) onDeleted?.();
      }}
      onClose={onClose}
    >
      <Switch label={text.force} checked={isForced} onChange={setForced} />
    </ConfirmDialog>
  );
}
