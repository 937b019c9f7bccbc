import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changing } from "../../../api/query.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { VerdictList } from "../accounts/verdict-list.tsx";
import { type KeyKind, keyKinds } from "../key-kinds.ts";
import { DataKeyRefusal } from "./data-key-refusal.tsx";

const text = keyPageMessages.account;

/** Stores the account's current password for all its keys. If some files couldn't be opened, it lists them. */
export default function ChangePasswordDialog({
  kind,
  id,
  account,
  onClose,
}: {
  readonly kind: KeyKind;
  /** Id of one of the account's keys. */
  readonly id: number;
  /** Name of the account, if this kind of key has it. */
  readonly account: string | undefined;
  readonly onClose: () => void;
}) {
  const [pass, setPass] = useState("");
  const change = useMutation(changing(kind.changePassword, [kind.list, kind.one, "GET /svc/api/audit"]));
  const { data } = change;
  const submit = () =>
    change.mutate(
      { key: String(id), pass },
      {
        onSuccess: (done) => {
          announce(text.done(done.changed.length));
          setPass("");
          if (!("unchanged" in done) || done.unchanged.length === 0) onClose();
        },
      },
    );
  if (data !== undefined && "unchanged" in data && data.unchanged.length > 0)
    return (
      <Dialog
        open
        onClose={onClose}
        title={text.done(data.changed.length)}
        text={text.unchanged(data.unchanged.length)}
        actions={<Button onClick={onClose}>{text.understood}</Button>}
      >
        <VerdictList
          verdicts={data.files.map(({ database, text: refusal }) => ({
            file: database,
            refusal: refusal ?? undefined,
          }))}
        />
      </Dialog>
    );
  const isAdmin = kind === keyKinds.admin;
  return (
    <FormDialog
      title={account === undefined ? text.changeAdminTitle : text.changeTitle(account)}
      text={`${isAdmin ? text.changeAdminText : text.changeText} ${text.changeAll}`}
      submit={text.submit}
      isBusy={change.isPending}
      canSubmit={pass !== ""}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={messages.keys.password}
        type="password"
        autoComplete="new-password"
        value={pass}
        onChange={(event) => setPass(event.target.value)}
      />
      {change.error && <DataKeyRefusal error={change.error} />}
    </FormDialog>
  );
}
