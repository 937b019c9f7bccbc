import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Client } from "../../../../shared/files/contract.ts";
import { call } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { announce } from "../../ui/toasts.tsx";
import { clientWords } from "../../words/files.ts";
import { words } from "../../words/words.ts";
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() === "") setLacking(true);
    else send.mutate();
  };
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title={text.sendTitle(whoOf(clients))}
      text={text.sendText}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{words.dialog.cancel}</Button>
          <Button type="submit" form="send-message" look="primary" busy={send.isPending}>
            {text.send}
          </Button>
        </>
      }
    >
      <form id="send-message" noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label={text.messageField}
          maxLength={longestMessage}
          autoFocus
          error={isLacking && message.trim() === "" ? text.needMessage : undefined}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        {send.error && <SomeRefusedText error={send.error} />}
      </form>
    </Dialog>
  );
}
