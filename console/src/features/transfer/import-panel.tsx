import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changing } from "../../api/query.ts";
import { transferMessages } from "../../messages/english/installation/transfer.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Field, inputClasses, TextField } from "../../ui/fields/field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { ImportPreview } from "./import-preview.tsx";

const text = transferMessages.import;
const choices = (["skip", "replace"] as const).map((value) => ({ value, text: text.existings[value] }));

/** Previews a file from another installation, and imports it. */
export function ImportPanel({ onStarted }: { readonly onStarted: (processId: number) => void }) {
  const [file, setFile] = useState<string>();
  const [passphrase, setPassphrase] = useState("");
  const [existing, setExisting] = useState<"skip" | "replace">("skip");
  const [isSent, setIsSent] = useState(false);
  const look = useMutation(changing("POST /svc/api/transfer/preview", []));
  const run = useMutation(changing("POST /svc/api/transfer/import", ["GET /svc/api/processes", "GET /svc/api/audit"]));
  /** Clears results of previous input. */
  const changed = () => {
    look.reset();
    run.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (file !== undefined) look.mutate({ file, passphrase, existing });
  };
  const go = () => {
    if (file === undefined || look.data === undefined) return;
    const input = { file, passphrase, existing, digest: look.data.digest };
    run.mutate(input, { onSuccess: ({ processId }) => onStarted(processId) });
  };
  return (
    <Panel title={text.title} text={text.text}>
      <form noValidate autoComplete="off" className="flex max-w-2xl flex-col gap-4" onSubmit={submit}>
        <Field label={text.file} error={isSent && file === undefined ? text.needFile : undefined}>
          {(ties) => (
            <input
              {...ties}
              type="file"
              accept=".json,application/json"
              className={inputClasses}
              onChange={async ({ target }) => {
                changed();
                setFile(await target.files?.[0]?.text());
              }}
            />
          )}
        </Field>
        <TextField
          label={transferMessages.passphrase}
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={({ target }) => {
            changed();
            setPassphrase(target.value);
          }}
        />
        <SelectField
          label={text.existing}
          value={existing}
          options={choices}
          onChange={(next) => {
            changed();
            setExisting(next);
          }}
        />
        {look.error && <Refusal error={look.error} />}
        <div>
          <Button needs="POST /svc/api/transfer/preview" type="submit" busy={look.isPending}>
            {text.look}
          </Button>
        </div>
      </form>
      {look.data && (
        <ImportPreview
          words={{ heading: text.from(look.data.from), nothing: text.nothing, submit: text.submit }}
          entries={look.data.entries}
          isBusy={run.isPending}
          error={run.error}
          onImport={go}
        />
      )}
    </Panel>
  );
}
