import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { HostFile } from "#shared/browser/contract.ts";
import { changing } from "../../../api/query.ts";
import { Refused } from "../../../api/refused.ts";
import { browserMessages } from "../../../messages/english/browser.ts";
import { FormDialog, type FormDialogProps } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";

const text = browserMessages;
/** Error numbers that concern the name: it already exists, or is invalid. */
const ofName = [18210, 18010];

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

/** Renames a file or folder in place. */
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

interface NameDialogProps
  extends Pick<FormDialogProps, "title" | "text" | "submit" | "isBusy" | "onClose" | "children"> {
  readonly label: string;
  readonly value?: string;
  readonly error: Error | null;
  readonly onSubmit: (name: string) => void;
}

function NameDialog({ label, value = "", error, onSubmit, children, ...rest }: NameDialogProps) {
  const [name, setName] = useState(value);
  const [isMissing, setMissing] = useState(false);
  const isOfName = error instanceof Refused && ofName.some((code) => code === error.code);
  const submit = () => (name.trim() === "" ? setMissing(true) : onSubmit(name.trim()));
  return (
    <FormDialog {...rest} error={isOfName ? null : error} onSubmit={submit}>
      <TextField
        label={label}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={255}
        value={name}
        error={isMissing && name.trim() === "" ? text.needName : isOfName ? error.message : undefined}
        onFocus={({ target }) => {
          // Preserves the extension, unless the user changes it.
          const dot = target.value.lastIndexOf(".");
          target.setSelectionRange(0, dot > 0 ? dot : target.value.length);
        }}
        onChange={(event) => setName(event.target.value)}
      />
      {children}
    </FormDialog>
  );
}
