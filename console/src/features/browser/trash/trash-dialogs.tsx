import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { TrashedFile } from "#shared/trash/contract.ts";
import { askEach } from "../../../api/ask-each.ts";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { changing } from "../../../api/query.ts";
import { browserMessages } from "../../../messages/english/browser.ts";
import { DangerDialog } from "../../../ui/dialogs/danger-dialog.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { SomeRefusedText } from "../../../ui/feedback/some-refused-text.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { byteSize } from "../../../ui/values/byte-size.tsx";
import { freeName } from "../uploads/free-name.ts";
import { readTrashAnew, staleAfterTrash } from "./trash-list.ts";

const text = browserMessages.trash;

interface DialogProps {
  readonly file: TrashedFile;
  readonly onClose: () => void;
}

/** Restores a file under a new name, because its old name already exists. */
export function RestoreAsDialog({ file, onClose }: DialogProps) {
  const [name, setName] = useState(freeName(file.filename));
  const restore = useMutation(changing("POST /svc/api/trash/{id}/restore", staleAfterTrash));
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
      canSubmit={name.trim() !== ""}
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

/** Deletes files from the trash permanently, after a confirmation that names them and the server. */
export function ForGoodDialog({
  files,
  onClose,
}: {
  readonly files: readonly TrashedFile[];
  readonly onClose: (isDone: boolean) => void;
}) {
  const remove = useMutation({
    mutationFn: () => askEach(files, ({ id }) => call("DELETE /svc/api/trash/{id}", { id })),
    onSettled: readTrashAnew,
  });
  const [only] = files;
  const what = files.length === 1 && only ? only.filename : text.forGoodSome(files.length);
  const go = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        announce(text.gone(what, byteSize(sizeOf(files))));
        onClose(true);
      },
    });
  return (
    <DangerDialog
      title={text.forGoodTitle(what)}
      text={text.forGoodText}
      submit={text.forGoodSubmit}
      typedName={what}
      isBusy={remove.isPending}
      onClose={() => onClose(false)}
      onSubmit={go}
    >
      {remove.error && <SomeRefusedText error={remove.error} />}
    </DangerDialog>
  );
}

/** Deletes all listed files, in several calls if necessary. Files that arrive in the trash in the meantime aren't deleted. */
export function EmptyTrashDialog({
  files,
  onClose,
}: {
  readonly files: readonly TrashedFile[];
  readonly onClose: () => void;
}) {
  const empty = useMutation({ mutationFn: () => emptyUntil(files[0]?.deletedAt), onSettled: readTrashAnew });
  const go = () =>
    empty.mutate(undefined, {
      onSuccess: ({ freedBytes, refused }) => {
        if (refused.length > 0) return;
        announce(text.emptied(byteSize(freedBytes)));
        onClose();
      },
    });
  const refused = empty.data?.refused ?? [];
  return (
    <DangerDialog
      needs="DELETE /svc/api/trash"
      title={text.emptyAsk}
      text={text.emptyAskText}
      submit={text.emptySubmit}
      typedName={text.emptySubmit}
      isBusy={empty.isPending}
      error={empty.error}
      onClose={onClose}
      onSubmit={go}
    >
      {files.length > 0 && <p>{text.emptyCount(files.length, byteSize(sizeOf(files)))}</p>}
      {refused.length > 0 && (
        <div role="alert" className="flex flex-col gap-1.5 text-bad text-sm">
          <p>{text.emptyLeft(refused.length)}</p>
          <ul className="max-h-44 overflow-y-auto">
            {refused.map(({ id, filename, text: why }) => (
              <li key={id} className="wrap-anywhere">
                {filename}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </DangerDialog>
  );
}

type Emptied = Pick<OutputOf<"DELETE /svc/api/trash">, "freedBytes" | "refused">;

async function emptyUntil(until: string | undefined): Promise<Emptied> {
  let freedBytes = 0;
  for (;;) {
    const emptied = await call("DELETE /svc/api/trash", until === undefined ? {} : { until });
    freedBytes += emptied.freedBytes;
    if (emptied.isFinished) return { freedBytes, refused: emptied.refused };
  }
}

/** Returns the disk space that files use, in bytes. */
export function sizeOf(files: readonly TrashedFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
