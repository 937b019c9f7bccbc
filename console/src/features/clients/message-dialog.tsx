import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Client } from "../../../../shared/files/contract.ts";
import { call } from "../../api/client.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { announce } from "../../ui/toasts.tsx";
import { clientWords } from "../../words/clients.ts";
import { askClients, whoOf } from "./ask-clients.ts";
import { SomeRefusedText } from "./some-refused-text.tsx";

const text = clientWords;
const longestMessage = 200;

/** Puts words onto somebody's screen. */
export default function MessageDialog({
  clients,
  onClose,
}: {
  readonly clients: readonly Client[];
  readonly onClose: (isDone: boolean) => void;
}) {
  const [message, setMessage] = useState("");
  const [isLacking, setLacking] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      askClients(clients, (id) => call("POST /svc/api/clients/{id}/message", { id, message: message.trim() })),
    onSuccess: () => {
      announce(text.sent);
      onClose(true);
    },
  });
  const submit = () => {
    if (message.trim() === "") setLacking(true);
    else send.mutate();
  };
  return (
    <FormDialog
      title={text.sendTitle(whoOf(clients))}
      text={text.sendText}
      submit={text.send}
      isBusy={send.isPending}
      onClose={() => onClose(false)}
      onSubmit={submit}
    >
      <TextField
        label={text.messageField}
        maxLength={longestMessage}
        error={isLacking && message.trim() === "" ? text.needMessage : undefined}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {send.error && <SomeRefusedText error={send.error} />}
    </FormDialog>
  );
}
