import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PartName } from "#shared/transfer/contract.ts";
import { changing } from "../../api/query.ts";
import { transferMessages } from "../../messages/english/installation/transfer.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { allParts } from "./all-parts.ts";
import { ImportPreview } from "./import-preview.tsx";
import { PartsField } from "./parts-field.tsx";

const text = transferMessages.send;
const choices = (["skip", "replace"] as const).map((value) => ({ value, text: text.existings[value] }));
const sending = changing("POST /svc/api/transfer/send", ["GET /svc/api/audit"]);

/** Previews what another service would import, and sends the configuration there. */
export function SendPanel() {
  const [serverUrl, setServerUrl] = useState("");
  const [adminApiKey, setAdminApiKey] = useState("");
  const [parts, setParts] = useState<readonly PartName[]>(allParts);
  const [existing, setExisting] = useState<"skip" | "replace">("skip");
  const [isSent, setIsSent] = useState(false);
  const look = useMutation(sending);
  const run = useMutation(sending);
  /** Changes a field, and clears results of previous input. */
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      look.reset();
      run.reset();
      set(value);
    };
  const input = { serverUrl, adminApiKey, parts: [...parts], existing };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    run.reset();
    if (URL.canParse(serverUrl) && adminApiKey !== "" && parts.length > 0) look.mutate({ ...input, isPreview: true });
  };
  return (
    <Panel title={text.title} text={text.text}>
      <form noValidate autoComplete="off" className="flex max-w-2xl flex-col gap-4" onSubmit={submit}>
        <PartsField chosen={parts} onChange={changed(setParts)} />
        {isSent && parts.length === 0 && (
          <p role="alert" className="text-bad text-sm">
            {transferMessages.needPart}
          </p>
        )}
        <TextField
          label={text.serverUrl}
          hint={text.serverUrlHint}
          type="url"
          spellCheck={false}
          error={isSent && !URL.canParse(serverUrl) ? text.needAddress : undefined}
          value={serverUrl}
          onChange={({ target }) => changed(setServerUrl)(target.value)}
        />
        <TextField
          label={text.adminApiKey}
          hint={text.adminApiKeyHint}
          type="password"
          autoComplete="off"
          error={isSent && adminApiKey === "" ? text.needKey : undefined}
          value={adminApiKey}
          onChange={({ target }) => changed(setAdminApiKey)(target.value)}
        />
        <SelectField label={text.existing} value={existing} options={choices} onChange={changed(setExisting)} />
        {look.error && <Refusal error={look.error} />}
        <div>
          <Button needs="POST /svc/api/transfer/send" type="submit" busy={look.isPending}>
            {text.look}
          </Button>
        </div>
      </form>
      {run.data ? (
        <p role="status" className="mt-5">
          {text.started(run.data.processId, run.data.sentTo)}
        </p>
      ) : (
        look.data && (
          <ImportPreview
            words={{ heading: text.compared(look.data.sentTo), nothing: text.nothing, submit: text.submit }}
            entries={look.data.entries}
            isBusy={run.isPending}
            error={run.error}
            onImport={() => run.mutate(input)}
          />
        )
      )}
    </Panel>
  );
}
