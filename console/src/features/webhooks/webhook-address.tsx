import type { Webhook } from "#shared/webhooks/contract.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { addressOf, exampleOf } from "./webhook-texts.ts";

const text = webhookMessages.address;

/** Address for the sender in both forms, with a call to test it. */
export function WebhookAddress({ webhook }: { readonly webhook: Webhook }) {
  const address = addressOf(webhook);
  const needsNoProof = webhook.settings.verification.scheme === "none";
  return (
    <div className="flex flex-col gap-3">
      <Copied name={text.plain} value={address} label={webhookMessages.copyAddress} />
      <Copied
        name={text.withKey}
        value={`${address}/DATA_KEY`}
        label={webhookMessages.copyAddress}
        hint={text.keyInPlace}
      />
      {needsNoProof && <Copied name={text.example} value={exampleOf(webhook)} label={text.copyExample} />}
    </div>
  );
}

function Copied({
  name,
  value,
  label,
  hint,
}: {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted text-sm">
        {name}. {hint}
      </p>
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-page p-2 pl-3">
        <code className="min-w-0 flex-1 basis-60 whitespace-pre-wrap break-all font-mono text-sm">{value}</code>
        <CopyButton text={value} label={label} />
      </div>
    </div>
  );
}
