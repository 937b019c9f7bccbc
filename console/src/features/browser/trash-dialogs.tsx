import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { TrashedFile } from "../../../../shared/files/trash/contract.ts";
import { changing } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { byteSize } from "../../ui/byte-size.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { announce } from "../../ui/toasts.tsx";
import { browserWords } from "../../words/browser.ts";
import { words } from "../../words/words.ts";
import { freeName } from "./free-name.ts";

const text = browserWords.trash;
const stale = ["GET /svc/api/trash", "GET /svc/api/databases", "GET /svc/api/files"] as const;

interface DialogProps {
  readonly file: TrashedFile;
  readonly onClose: () => void;
}

/** Restores a file whose name is taken by now. */
export function RestoreAsDialog({ file, onClose }: DialogProps) {
  const [name, setName] = useState(freeName(file.filename));
  const restore = useMutation(changing("POST /svc/api/trash/{id}/restore", stale));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    restore.mutate(
      { id: file.id, filename: name.trim() },
      {
        onSuccess: ({ filename }) => {
          announce((file.isHosted ? text.restoredHosted : text.restored)(filename));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.restoreAs(file.filename)}
      text={text.restoreAsText}
      actions={
        <>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button type="submit" form="restore-as" look="primary" busy={restore.isPending} disabled={name.trim() === ""}>
            {text.restore}
          </Button>
        </>
      }
    >
      <form id="restore-as" noValidate autoComplete="off" className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label={text.newName}
          autoFocus
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {restore.error && <Refusal error={restore.error} />}
      </form>
    </Dialog>
  );
}

/** Deletes a file in the trash, after a question that names it and the server. */
export function ForGoodDialog({ file, onClose }: DialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const { nickname, environmentTag } = useServerName();
  const [typed, setTyped] = useState("");
  const remove = useMutation(changing("DELETE /svc/api/trash/{id}", ["GET /svc/api/trash"]));
  const { id, filename } = file;
  const isProduction = /^prod/i.test(environmentTag ?? "");
  const mayGoOn = !isProduction || typed.trim().toLowerCase() === filename.toLowerCase();
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
    <Dialog
      open
      danger
      onClose={onClose}
      initialFocus={safe}
      title={text.forGoodTitle(filename)}
      text={text.forGoodText(nickname)}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {words.dialog.cancel}
          </Button>
          <Button look="danger" busy={remove.isPending} disabled={!mayGoOn} onClick={go}>
            {text.forGoodSubmit}
          </Button>
        </>
      }
    >
      {isProduction && (
        <TextField
          label={browserWords.typeName(filename)}
          hint={browserWords.typeHint(environmentTag ?? "")}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {remove.error && <Refusal error={remove.error} />}
    </Dialog>
  );
}
