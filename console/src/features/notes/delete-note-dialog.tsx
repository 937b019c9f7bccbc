import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { noteMessages } from "../../messages/english/notes.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { noteWritten } from "./file-note.ts";

const text = noteMessages;

/** Deletes the note if it is still the version that was read. */
export default function DeleteNoteDialog({
  filename,
  version,
  onClose,
}: {
  readonly filename: string;
  readonly version: number;
  readonly onClose: () => void;
}) {
  const remove = useMutation({
    mutationFn: () => call("DELETE /svc/api/file-notes/{filename}", { filename, version }),
    onSuccess: () => {
      noteWritten(filename, null);
      announce(text.removed);
      onClose();
    },
  });
  return (
    <DangerDialog
      title={text.removeTitle(filename)}
      text={text.removeText}
      submit={text.removeSubmit}
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    />
  );
}
