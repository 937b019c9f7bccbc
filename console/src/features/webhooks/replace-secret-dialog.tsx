import { useMutation } from "@tanstack/react-query";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { ReplaceSecretDialog } from "../../ui/dialogs/replace-secret-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Choice } from "../../ui/fields/choice.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { useDraft } from "../../ui/fields/use-draft.ts";
import { nameOf } from "./webhook-texts.ts";

const text = webhookMessages.secretDialog;
const address = "POST /svc/api/webhooks/{id}/secret";

interface SecretDraft {
  readonly by: "made" | "given";
  readonly secret: string;
}

/** Replaces the secret: with a generated one, which is shown once, or with the sender's. */
export default function ReplaceWebhookSecretDialog({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const { draft, set, isMissing, send } = useDraft(
    (): SecretDraft => ({ by: "made", secret: "" }),
    ({ by, secret }) => ({ secret: by === "given" && secret === "" }),
  );
  const { by, secret } = draft;
  const replace = useMutation(
    changing(address, ["GET /svc/api/webhooks", "GET /svc/api/webhooks/{id}", "GET /svc/api/audit"]),
  );
  const stored = () => {
    announce(text.changed);
    onClose();
  };
  return (
    <ReplaceSecretDialog
      name={nameOf(webhook)}
      title={text.title(nameOf(webhook))}
      text={text}
      replace={replace}
      inputOf={(previousHours) => ({ id: webhook.id, previousHours, ...(by === "given" && { secret }) })}
      curl={(input) => pageCall(address, input)}
      send={send}
      onStored={stored}
      onClose={onClose}
    >
      <Choice
        label={text.by}
        value={by}
        options={[
          { value: "made", label: text.made, text: text.madeText },
          { value: "given", label: text.given, text: text.givenText },
        ]}
        onChange={(next) => set({ by: next })}
      />
      {by === "given" && (
        <TextField
          label={text.secret}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          error={isMissing("secret") ? text.needSecret : undefined}
          value={secret}
          onChange={({ target }) => set({ secret: target.value })}
        />
      )}
    </ReplaceSecretDialog>
  );
}
