import type { Webhook } from "#shared/webhooks/contract.ts";
import { type ChosenKey, isChosen } from "../../api/key-list.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { TestOutcome, useTestEvent } from "./test-event.tsx";
import { WebhookAddress } from "./webhook-address.tsx";
import { nameOf } from "./webhook-texts.ts";

const text = webhookMessages.made;

/** Next steps after the registration: the address for the sender, its secret if it was generated here, and a test event. */
export function RegisteredDialog({
  webhook,
  chosenKey,
  secret,
  onClose,
}: {
  readonly webhook: Webhook;
  /** Key of the test event. 0: none. */
  readonly chosenKey: ChosenKey;
  readonly secret?: string;
  readonly onClose: () => void;
}) {
  const test = useTestEvent();
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={text.title(nameOf(webhook))}
      text={text.text}
      actions={
        <>
          {isChosen(chosenKey) && (
            <Button busy={test.isPending} onClick={() => test.mutate({ id: webhook.id, key: chosenKey })}>
              {webhookMessages.testDialog.submit}
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            {text.done}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {secret !== undefined && (
          <div className="flex flex-col gap-1">
            <p className="text-sm">{text.secret}</p>
            <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-page p-2 pl-3">
              <code className="min-w-0 flex-1 basis-60 break-all font-mono text-sm">{secret}</code>
              <CopyButton text={secret} label={text.copySecret} look="primary" />
            </div>
          </div>
        )}
        <WebhookAddress webhook={webhook} />
        {test.data && <TestOutcome outcome={test.data} />}
        {test.error && <Refusal error={test.error} />}
      </div>
    </Dialog>
  );
}
