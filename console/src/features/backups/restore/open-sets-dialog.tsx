import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { InputOf } from "../../../api/operations.ts";
import { changing } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { staleKeys } from "../stale-backups.ts";

const text = backupMessages.closedSets;
const address = "POST /svc/api/settings/offsite/recovery-key/open";

/** Form for the recovery key on the sheet, which opens another installation's backups. The key stays in this form. */
export function OpenSetsDialog({
  place,
  onClose,
}: {
  readonly place: Omit<InputOf<typeof address>, "recovery_key">;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const open = useMutation(changing(address, ["GET /svc/api/settings/offsite/backups", ...staleKeys]));
  const submit = () =>
    open.mutate(
      { ...place, recovery_key: typed.trim() },
      {
        onSuccess: ({ opened_sets }) => {
          announce(text.opened(opened_sets.length));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={text.title}
      text={text.text}
      submit={text.submit}
      canSubmit={typed.trim() !== ""}
      isBusy={open.isPending}
      error={open.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextArea
        label={backupMessages.recoveryKey.title}
        hint={text.hint}
        rows={4}
        maxLength={500}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
