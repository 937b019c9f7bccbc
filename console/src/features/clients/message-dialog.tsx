import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Client } from "#shared/files/contract.ts";
import { call } from "../../api/client.ts";
import { clientMessages } from "../../messages/english/installation/clients.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { SomeRefusedText } from "../../ui/feedback/some-refused-text.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { askClients, clientNames } from "./ask-clients.ts";

const text = clientMessages;
const longestMessage = 200;

/** Sends a message that appears on clients' screens. */
export default function MessageDialog({
  clients,
  onClose,
}: {
  readonly clients: readonly Client[];
  readonly onClose: (isDone: boolean) => void;
}) {
  const [message, setMessage] = useState("");
  const [isMissing, setMissing] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      askClients(clients, (id) => call("POST /svc/api/clients/{id}/message", { id, message: message.trim() })),
    onSuccess: () => {
      announce(text.sent);
      onClose(true);
    },
  });
  const submit = () => {
    if (message.trim() === "") setMissing(true);
    else send.mutate();
  };
  return (
    <FormDialog
      title={text.sendTitle(clientNames(clients))}
      text={text.sendText}
      submit={text.send}
      isBusy={send.isPending}
      onClose={() => onClose(false)}
      onSubmit={submit}
    >
      <TextField
        label={text.messageField}
        maxLength={longestMessage}
        error={isMissing && message.trim() === "" ? text.needMessage : undefined}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {send.error && <SomeRefusedText error={send.error} />}
    </FormDialog>
  );
}
