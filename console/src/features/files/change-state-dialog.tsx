import { useState } from "react";
import type { Database } from "../../../../shared/files/contract.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useTypedName } from "../../ui/typed-name.tsx";
import { fileWords } from "../../words/files.ts";
import { BlastRadius } from "./blast-radius.tsx";
import { type FileAction, needsPassword } from "./file-actions.ts";
import { beginStateChange, whatOf } from "./state-changes.ts";

const text = fileWords.change;
const longestMessage = 200;

/** Says who will notice, and asks for what has to be said: a message, a password, on a production server the file's name. */
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
  const [isLacking, setLacking] = useState(false);
  const what = whatOf(files.map(({ filename }) => filename));
  const disturbs = action === "close" || action === "pause";
  const typed = useTypedName(disturbs ? what : undefined);
  const locked = action === "open" ? files.filter(needsPassword) : [];

  const submit = () => {
    if (locked.length > 0 && password === "") return setLacking(true);
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
      title={text.title[action](what)}
      text={text.text[action](nickname)}
      submit={`${fileWords.actions[action]} ${what}`}
      look={action === "close" ? "danger" : "primary"}
      danger={disturbs}
      focus={disturbs ? "cancel" : "field"}
      mayGoOn={typed.mayGoOn}
      onClose={onClose}
      onSubmit={submit}
    >
      {disturbs && <BlastRadius files={files} />}
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
            error={isLacking && password === "" ? text.needPassword : undefined}
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
  return keyHint === "" ? [] : [fileWords.hint(keyHint)];
}
