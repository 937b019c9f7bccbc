import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { TrashedFile } from "#shared/trash/contract.ts";
import { changing } from "../../../api/query.ts";
import { browserMessages } from "../../../messages/browser.ts";
import { DangerDialog } from "../../../ui/dialogs/danger-dialog.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { byteSize } from "../../../ui/values/byte-size.tsx";
import { freeName } from "../uploads/free-name.ts";

const text = browserMessages.trash;
const stale = ["GET /svc/api/trash", "GET /svc/api/databases", "GET /svc/api/files"] as const;

interface DialogProps {
  readonly file: TrashedFile;
  readonly onClose: () => void;
}

/** Restores a file whose name is taken by now. */
export function RestoreAsDialog({ file, onClose }: DialogProps) {
  const [name, setName] = useState(freeName(file.filename));
  const restore = useMutation(changing("POST /svc/api/trash/{id}/restore", stale));
  const submit = () =>
    restore.mutate(
      { id: file.id, filename: name.trim() },
      {
        onSuccess: ({ filename }) => {
          announce((file.isHosted ? text.restoredHosted : text.restored)(filename));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={text.restoreAs(file.filename)}
      text={text.restoreAsText}
      submit={text.restore}
      mayGoOn={name.trim() !== ""}
      isBusy={restore.isPending}
      error={restore.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={text.newName}
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

/** Deletes a file in the trash, after a question that names it and the server. */
export function ForGoodDialog({ file: { id, filename }, onClose }: DialogProps) {
  const remove = useMutation(changing("DELETE /svc/api/trash/{id}", ["GET /svc/api/trash"]));
  const go = () =>
    remove.mutate(
      { id },
      {
        onSuccess: ({ freedBytes }) => {
          announce(text.gone(filename, byteSize(freedBytes)));
          onClose();
        },
      },
    );
  return (
    <DangerDialog
      title={text.forGoodTitle(filename)}
      text={text.forGoodText}
      submit={text.forGoodSubmit}
      typedName={filename}
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={go}
    />
  );
}
