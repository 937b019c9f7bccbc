import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PartName } from "#shared/transfer/contract.ts";
import { changing } from "../../api/query.ts";
import { transferMessages } from "../../messages/english/installation/transfer.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { saveText } from "../../ui/buttons/save-text.ts";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { allParts } from "./all-parts.ts";
import { PartsField } from "./parts-field.tsx";

const text = transferMessages.export;
const shortest = 12;

/** Saves the configuration as an encrypted file. */
export function ExportPanel() {
  const [parts, setParts] = useState<readonly PartName[]>(allParts);
  const [passphrase, setPassphrase] = useState("");
  const [isSent, setIsSent] = useState(false);
  const run = useMutation(changing("POST /svc/api/transfer/export", ["GET /svc/api/audit"]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (passphrase.length < shortest || parts.length === 0) return;
    run.mutate(
      { parts: [...parts], passphrase },
      {
        onSuccess: ({ file }) => {
          saveText(text.fileName, [file]);
          setPassphrase("");
          setIsSent(false);
          announce(text.saved);
        },
      },
    );
  };
  return (
    <Panel title={text.title} text={text.text}>
      <form noValidate autoComplete="off" className="flex max-w-2xl flex-col gap-4" onSubmit={submit}>
        <PartsField chosen={parts} onChange={setParts} />
        {isSent && parts.length === 0 && (
          <p role="alert" className="text-bad text-sm">
            {transferMessages.needPart}
          </p>
        )}
        <TextField
          label={transferMessages.passphrase}
          type="password"
          autoComplete="new-password"
          hint={text.passphraseHint}
          error={isSent && passphrase.length < shortest ? text.needPassphrase : undefined}
          value={passphrase}
          onChange={({ target }) => setPassphrase(target.value)}
        />
        {run.error && <Refusal error={run.error} />}
        <div>
          <Button needs="POST /svc/api/transfer/export" type="submit" busy={run.isPending}>
            {text.submit}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
