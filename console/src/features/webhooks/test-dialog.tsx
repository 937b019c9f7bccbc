import { type ReactNode, useState } from "react";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { type ChosenKey, isChosen } from "../../api/key-list.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { KeyField } from "./key-field.tsx";
import { TestOutcome, testAddress, useTestEvent } from "./test-event.tsx";
import { nameOf } from "./webhook-texts.ts";

const text = webhookMessages.testDialog;

/** Sends a test event like the sender would, and shows the answer. */
export default function TestDialog({
  webhook,
  link,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly link: (deliveryId: string, name: ReactNode) => ReactNode;
  readonly onClose: () => void;
}) {
  const [chosenKey, setChosenKey] = useState<ChosenKey>(0);
  const [body, setBody] = useState(webhook.sampleEvent);
  const test = useTestEvent();
  // A form can have any text.
  const isReadable = !isJson(webhook.sampleEvent) || isJson(body);
  const input = { id: webhook.id, key: chosenKey, body };
  return (
    <FormDialog
      wide
      title={text.title(nameOf(webhook))}
      text={text.text}
      submit={text.submit}
      canSubmit={isChosen(chosenKey) && isReadable}
      isBusy={test.isPending}
      error={test.error}
      curl={() => pageCall(testAddress, input)}
      onClose={onClose}
      onSubmit={() => test.mutate(input)}
    >
      <KeyField filename={webhook.database} chosenKey={chosenKey} onChange={setChosenKey} />
      <TextArea
        label={text.body}
        rows={5}
        error={isReadable ? undefined : text.notJson}
        value={body}
        onChange={({ target }) => setBody(target.value)}
      />
      {test.data && (
        <>
          <TestOutcome outcome={test.data} />
          {test.data.deliveryId !== null && <p>{link(test.data.deliveryId, text.delivery)}</p>}
        </>
      )}
    </FormDialog>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The typed text is still incomplete.
  }
}
