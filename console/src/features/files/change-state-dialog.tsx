import { useState } from "react";
import type { Database } from "#shared/files/contract.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { fileMessages } from "../../messages/english/files.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { useTypedName } from "../../ui/dialogs/typed-name.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useServerName } from "../../ui/values/server-name.tsx";
import { addressOf, type FileAction, needsPassword } from "./file-actions.ts";
import { beginStateChange, whatOf } from "./state-changes.ts";

const text = fileMessages.change;
const longestMessage = 200;

/** Names the affected users, and asks for the required input: a message, a password, or, on a production server, the file's name. */
export default function ChangeStateDialog({
  action,
  files,
  onClose,
}: {
  readonly action: FileAction;
  readonly files: readonly Database[];
  readonly onClose: () => void;
}) {
  const { nickname } = useServerName();
  const [message, setMessage] = useState("");
  const [force, setForce] = useState(false);
  const [password, setPassword] = useState("");
  const [keeps, setKeeps] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const what = whatOf(files.map(({ filename }) => filename));
  const disturbs = action === "close" || action === "pause";
  const affected = useDependents(
    disturbs ? action : "close",
    disturbs ? files.map(({ filename }) => ({ kind: "file", id: filename })) : [],
  );
  const typed = useTypedName(disturbs ? what : undefined);
  const locked = action === "open" ? files.filter(needsPassword) : [];

  const submit = () => {
    if (locked.length > 0 && password === "") return setMissing(true);
    beginStateChange({
      action,
      files: files.map(({ filename }) => filename),
      ...(action === "close" && { message: message.trim(), force }),
      ...(locked.length > 0 && { encryptionKey: password, saveEncryptionKey: keeps }),
    });
    onClose();
  };

  return (
    <FormDialog
      needs={addressOf(action)}
      title={text.title[action](what)}
      text={text.text[action](nickname)}
      submit={`${fileMessages.actions[action]} ${what}`}
      look={action === "close" ? "danger" : "primary"}
      danger={disturbs}
      focus={disturbs ? "cancel" : "field"}
      canSubmit={affected.canSubmit && typed.canSubmit}
      onClose={onClose}
      onSubmit={submit}
    >
      {affected.list}
      {action === "close" && (
        <>
          <TextField
            label={text.message}
            hint={text.messageHint}
            maxLength={longestMessage}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <Switch label={text.force} text={text.forceText} checked={force} onChange={setForce} />
        </>
      )}
      {locked.length > 0 && (
        <>
          <TextField
            label={text.password}
            hint={[
              text.passwordHint(locked.map(({ filename }) => filename).join(", ")),
              ...locked.flatMap(hintOf),
            ].join(" ")}
            type="password"
            autoComplete="off"
            error={isMissing && password === "" ? text.needPassword : undefined}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Switch label={text.save} text={text.saveText} checked={keeps} onChange={setKeeps} />
        </>
      )}
      {typed.field}
    </FormDialog>
  );
}

function hintOf({ keyHint }: Database): readonly string[] {
  return keyHint === "" ? [] : [fileMessages.hint(keyHint)];
}
