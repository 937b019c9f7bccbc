import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { webhookMessages } from "../../messages/events/webhooks.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import SecretDialog from "../../ui/dialogs/secret-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Choice } from "../../ui/fields/choice.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { nameOf } from "./webhook-texts.ts";

const text = webhookMessages.secretDialog;
const address = "POST /svc/api/webhooks/{id}/secret";
const dayHours = 24;

/** Another secret: made here and shown once, or the sender's. */
export default function ChangeSecretDialog({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const [by, setBy] = useState<"made" | "given">("made");
  const [secret, setSecret] = useState("");
  const [hours, setHours] = useState(dayHours);
  const [isSent, setSent] = useState(false);
  const change = useMutation(
    changing(address, ["GET /svc/api/webhooks", "GET /svc/api/webhooks/{id}", "GET /svc/api/audit"]),
  );
  const input = { id: webhook.id, previousHours: hours, ...(by === "given" && { secret }) };
  const submit = () => {
    setSent(true);
    if (by === "given" && secret === "") return;
    change.mutate(input, {
      onSuccess: ({ secret: made }) => {
        if (made !== null) return;
        announce(text.changed);
        onClose();
      },
    });
  };
  const made = change.data?.secret;
  if (made)
    return <SecretDialog secrets={[{ name: nameOf(webhook), secret: made }]} hint={text.hint} onClose={onClose} />;
  return (
    <FormDialog
      title={text.title(nameOf(webhook))}
      text={text.text}
      submit={text.submit}
      isBusy={change.isPending}
      error={change.error}
      curl={() => pageCall(address, input)}
      onClose={onClose}
      onSubmit={submit}
    >
      <Choice
        label={text.by}
        value={by}
        options={[
          { value: "made", label: text.made, text: text.madeText },
          { value: "given", label: text.given, text: text.givenText },
        ]}
        onChange={setBy}
      />
      {by === "given" && (
        <TextField
          label={text.secret}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          error={isSent && secret === "" ? text.needSecret : undefined}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
      )}
      <TextField
        label={text.hours}
        type="number"
        min={0}
        max={720}
        value={hours}
        onChange={({ target }) => setHours(Number(target.value))}
      />
    </FormDialog>
  );
}
