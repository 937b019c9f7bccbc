import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { HostFile } from "../../../../shared/browser/contract.ts";
import { changing } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Switch } from "../../ui/switch.tsx";
import { announce } from "../../ui/toasts.tsx";
import { browserWords } from "../../words/browser.ts";
import { words } from "../../words/words.ts";

const text = browserWords;
/** Refusals that speak of the name: it is taken, or no system could read it. */
const ofName = [18210, 18010];

/** Makes a folder. */
export function NewFolderDialog({ folder, onClose }: { readonly folder: string; readonly onClose: () => void }) {
  const make = useMutation(changing("POST /svc/api/files/folder", ["GET /svc/api/files"]));
  return (
    <NameDialog
      title={text.newFolder}
      text={text.newFolderIn(folder)}
      label={text.folderName}
      submit={text.create}
      error={make.error}
      isBusy={make.isPending}
      onClose={onClose}
      onSubmit={(name) =>
        make.mutate(
          { path: folder, name },
          {
            onSuccess: () => {
              announce(text.created(name));
              onClose();
            },
          },
        )
      }
    />
  );
}

/** Gives a file or folder another name, where it is. */
export function RenameDialog({ file, onClose }: { readonly file: HostFile; readonly onClose: () => void }) {
  const rename = useMutation(changing("POST /svc/api/files/move", ["GET /svc/api/files"]));
  const [replace, setReplace] = useState(false);
  const isTaken = rename.error instanceof Refused && rename.error.code === ofName[0];
  return (
    <NameDialog
      title={text.renameTitle(file.name)}
      label={text.newName}
      submit={text.rename}
      value={file.name}
      error={rename.error}
      isBusy={rename.isPending}
      onClose={onClose}
      onSubmit={(name) =>
        rename.mutate(
          { path: file.path, name, replace, tag: file.tag },
          {
            onSuccess: () => {
              announce(text.renamed(name));
              onClose();
            },
          },
        )
      }
    >
      {file.type === "file" && (isTaken || replace) && (
        <Switch label={text.replace} text={text.replaceText} checked={replace} onChange={setReplace} />
      )}
    </NameDialog>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly label: string;
  readonly submit: string;
  readonly value?: string;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (name: string) => void;
  readonly children?: React.ReactNode;
}

function NameDialog({
  title,
  label,
  submit,
  value = "",
  error,
  isBusy,
  onClose,
  onSubmit,
  children,
  ...rest
}: NameDialogProps) {
  const [name, setName] = useState(value);
  const [isLacking, setLacking] = useState(false);
  const isOfName = error instanceof Refused && ofName.some((code) => code === error.code);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setLacking(true);
    onSubmit(name.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(rest.text !== undefined && { text: rest.text })}
      actions={
        <>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button type="submit" form="file-name" look="primary" busy={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id="file-name" noValidate autoComplete="off" className="flex flex-col gap-4" onSubmit={send}>
        <TextField
          label={label}
          autoFocus
          spellCheck={false}
          autoCapitalize="none"
          maxLength={255}
          value={name}
          error={isLacking && name.trim() === "" ? text.needName : isOfName ? error.message : undefined}
          onFocus={({ target }) => {
            // The ending stays as it is, unless somebody wants it otherwise.
            const dot = target.value.lastIndexOf(".");
            target.setSelectionRange(0, dot > 0 ? dot : target.value.length);
          }}
          onChange={(event) => setName(event.target.value)}
        />
        {children}
        {error && !isOfName && <Refusal error={error} />}
      </form>
    </Dialog>
  );
}
