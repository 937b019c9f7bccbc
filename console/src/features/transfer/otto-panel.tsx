import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changing } from "../../api/query.ts";
import { ottoMessages as text } from "../../messages/english/installation/otto.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { OttoMove } from "./otto-move.tsx";

/** Shows what an OttoFMS has, and creates it here. */
export function OttoPanel() {
  const [serverUrl, setServerUrl] = useState("");
  const [adminApiKey, setAdminApiKey] = useState("");
  const [isSent, setIsSent] = useState(false);
  const look = useMutation(changing("POST /svc/api/transfer/otto/preview", []));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (URL.canParse(serverUrl) && adminApiKey !== "") look.mutate({ serverUrl, adminApiKey });
  };
  return (
    <Panel title={text.title} text={text.text}>
      <form noValidate autoComplete="off" className="flex max-w-2xl flex-col gap-4" onSubmit={submit}>
        <TextField
          label={text.serverUrl}
          hint={text.serverUrlHint}
          type="url"
          spellCheck={false}
          error={isSent && !URL.canParse(serverUrl) ? text.needAddress : undefined}
          value={serverUrl}
          onChange={({ target }) => {
            look.reset();
            setServerUrl(target.value);
          }}
        />
        <TextField
          label={text.adminApiKey}
          hint={text.adminApiKeyHint}
          type="password"
          autoComplete="off"
          error={isSent && adminApiKey === "" ? text.needKey : undefined}
          value={adminApiKey}
          onChange={({ target }) => {
            look.reset();
            setAdminApiKey(target.value);
          }}
        />
        {look.error && <Refusal error={look.error} />}
        <div>
          <Button needs="POST /svc/api/transfer/otto/preview" type="submit" busy={look.isPending}>
            {text.look}
          </Button>
        </div>
      </form>
      {look.data && <OttoMove key={look.submittedAt} found={look.data} />}
    </Panel>
  );
}
