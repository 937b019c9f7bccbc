import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AdminApiKey } from "../../../../shared/keys/contract.ts";
import { changing } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { announce } from "../../ui/toasts.tsx";
import { words } from "../../words/words.ts";

/** An Admin API key gets another label, and nothing else. */
export default function EditAdminKeyDialog({
  row,
  onClose,
}: {
  readonly row: AdminApiKey;
  readonly onClose: () => void;
}) {
  const [label, setLabel] = useState(row.label ?? "");
  const save = useMutation(
    changing("PATCH /svc/api/admin-api-key/{key}", ["GET /svc/api/admin-api-key", "GET /svc/api/audit"]),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { key: String(row.id), label },
      {
        onSuccess: () => {
          announce(words.keys.editData.saved);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.keys.editData.title(row.label || words.keys.noLabel)}
      text={words.keys.editAdmin.text}
      actions={
        <>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button type="submit" form="edit-admin-key" look="primary" busy={save.isPending}>
            {words.keys.editData.submit}
          </Button>
        </>
      }
    >
      <form id="edit-admin-key" className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label={words.keys.label}
          maxLength={200}
          autoFocus
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        {save.error && <Refusal error={save.error} />}
      </form>
    </Dialog>
  );
}
