import { type FormEvent, useRef, useState } from "react";
import type { Database } from "../../../../shared/files/contract.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { Switch } from "../../ui/switch.tsx";
import { fileWords } from "../../words/files.ts";
import { words } from "../../words/words.ts";
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
  const safe = useRef<HTMLButtonElement>(null);
  const { nickname, environmentTag } = useServerName();
  const [message, setMessage] = useState("");
  const [force, setForce] = useState(false);
  const [password, setPassword] = useState("");
  const [keeps, setKeeps] = useState(false);
  const [typed, setTyped] = useState("");
  const [isLacking, setLacking] = useState(false);
  const what = whatOf(files.map(({ filename }) => filename));
  const disturbs = action === "close" || action === "pause";
  const isProduction = /^prod/i.test(environmentTag ?? "");
  const mayGoOn = !disturbs || !isProduction || typed.trim().toLowerCase() === what.toLowerCase();
  const locked = action === "open" ? files.filter(needsPassword) : [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayGoOn) return;
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
    <Dialog
      open
      danger={disturbs}
      onClose={onClose}
      title={text.title[action](what)}
      text={text.text[action](nickname)}
      {...(disturbs && { initialFocus: safe })}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {words.dialog.cancel}
          </Button>
          <Button
            type="submit"
            form="change-state"
            look={action === "close" ? "danger" : "primary"}
            disabled={!mayGoOn}
          >
            {fileWords.actions[action]} {what}
          </Button>
        </>
      }
    >
      <form id="change-state" noValidate autoComplete="off" className="flex flex-col gap-4" onSubmit={submit}>
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
              autoFocus
              error={isLacking && password === "" ? text.needPassword : undefined}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Switch label={text.save} text={text.saveText} checked={keeps} onChange={setKeeps} />
          </>
        )}
        {disturbs && isProduction && (
          <TextField
            label={files.length === 1 ? text.typeName(what) : text.typeCount(what)}
            hint={text.typeHint(environmentTag ?? "")}
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  );
}

function hintOf({ keyHint }: Database): readonly string[] {
  return keyHint === "" ? [] : [fileWords.hint(keyHint)];
}
