import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Client } from "#shared/files/contract.ts";
import { call } from "../../api/client.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { clientMessages } from "../../messages/english/installation/clients.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { SomeRefusedText } from "../../ui/feedback/some-refused-text.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { askClients, clientNames } from "./ask-clients.ts";
import { nameOf } from "./client-columns.tsx";

const text = clientMessages;
const longestMessage = 200;
const usualGrace = "90";

/** Disconnects clients after a confirmation with their names and a grace period. */
export default function DisconnectDialog({
  clients,
  onClose,
}: {
  readonly clients: readonly Client[];
  readonly onClose: (isDone: boolean) => void;
}) {
  const [message, setMessage] = useState("");
  const [grace, setGrace] = useState(usualGrace);
  const isGrace = /^\d{1,4}$/.test(grace) && Number(grace) <= 3600;
  const who = clientNames(clients);
  const disconnect = useMutation({
    mutationFn: () =>
      askClients(clients, (id) =>
        call("POST /svc/api/clients/{id}/disconnect", { id, message: message.trim(), graceSeconds: Number(grace) }),
      ),
    onSuccess: () => {
      announce(text.disconnected(who));
      onClose(true);
    },
  });
  return (
    <DangerDialog
      title={text.disconnectTitle(who)}
      text={text.disconnectText}
      submit={text.disconnectSubmit(who)}
      isBusy={disconnect.isPending}
      onClose={() => onClose(false)}
      onSubmit={() => isGrace && disconnect.mutate()}
    >
      <ul className="max-h-44 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {clients.map((client) => (
          <li key={client.id} className="flex flex-wrap gap-x-2 px-3 py-2">
            <span className="font-medium">{nameOf(client)}</span>
            <span className="text-muted">{client.files.map(({ filename }) => filename).join(", ")}</span>
          </li>
        ))}
      </ul>
      <TextField
        label={fileMessages.change.message}
        maxLength={longestMessage}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <TextField
        label={text.grace}
        hint={text.graceHint}
        inputMode="numeric"
        className="max-w-32"
        error={isGrace ? undefined : text.graceWrong}
        value={grace}
        onChange={(event) => setGrace(event.target.value)}
      />
      {disconnect.error && <SomeRefusedText error={disconnect.error} />}
    </DangerDialog>
  );
}
