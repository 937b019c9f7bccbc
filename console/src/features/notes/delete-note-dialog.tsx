import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { announce } from "../../ui/toasts.tsx";
import { noteWords } from "../../words/notes.ts";
import { words } from "../../words/words.ts";
import { noteWritten } from "./file-note.ts";

const text = noteWords;

/** Deletes the version that was read, and no later one. */
export default function DeleteNoteDialog({
  filename,
  version,
  onClose,
}: {
  readonly filename: string;
  readonly version: number;
  readonly onClose: () => void;
}) {
  const safe = useRef<HTMLButtonElement>(null);
  const { nickname } = useServerName();
  const remove = useMutation({
    mutationFn: () => call("DELETE /svc/api/file-notes/{filename}", { filename, version }),
    onSuccess: () => {
      noteWritten(filename, null);
      announce(text.removed);
      onClose();
    },
  });
  return (
    <Dialog
      open
      danger
      onClose={onClose}
      title={text.removeTitle(filename)}
      text={text.removeText(nickname)}
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {words.dialog.cancel}
          </Button>
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {text.removeSubmit}
          </Button>
        </>
      }
    >
      {remove.error && <Refusal error={remove.error} />}
    </Dialog>
  );
}
