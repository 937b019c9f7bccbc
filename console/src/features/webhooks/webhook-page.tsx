import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { reading } from "../../api/query.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Failed, Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { exactly, Moment } from "../../ui/values/moment.tsx";
import { RejectedPanel } from "./rejected-panel.tsx";
import { useWebhookActions, type WebhookSurroundings } from "./use-webhook-actions.tsx";
import { WebhookAddress } from "./webhook-address.tsx";
import { nameOf, schemeText } from "./webhook-texts.ts";

const text = webhookMessages.page;
const address = "GET /svc/api/webhooks/{id}";

/** A webhook: its address, its settings, and its events. */
export function WebhookPage({
  id,
  above,
  fileLink,
  onDeleted,
  children,
  ...surroundings
}: WebhookSurroundings & {
  readonly id: number;
  readonly above: ReactNode;
  readonly fileLink: (filename: string) => ReactNode;
  readonly onDeleted: () => void;
  /** Its deliveries. */
  readonly children: ReactNode;
}) {
  const read = useQuery(reading(address, { id }));
  const { menuOf, dialog } = useWebhookActions(surroundings, onDeleted);
  const webhook = read.data;
  return (
    <Page
      title={webhook === undefined ? webhookMessages.name : nameOf(webhook)}
      above={above}
      actions={
        <>
          <CurlButton calls={[{ address, input: { id } }]} />
          {webhook && (
            <MenuButton
              label={webhookMessages.actionsOf(nameOf(webhook))}
              groups={menuOf(webhook)}
              className="border border-line bg-panel"
            />
          )}
        </>
      }
    >
      {read.isPending && <Loading rows={6} />}
      {webhook === undefined && read.isError && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {webhook && (
        <>
          <ReadFailure reads={[read]} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Panel title={webhookMessages.address.title}>
              <WebhookAddress webhook={webhook} />
            </Panel>
            <Panel
              title={text.settings}
              actions={!webhook.settings.active && <Chip tone="warn">{webhookMessages.off}</Chip>}
            >
              <Facts facts={factsOf(webhook, fileLink)} />
            </Panel>
          </div>
          <RejectedPanel webhook={webhook} />
          {children}
        </>
      )}
      {dialog}
    </Page>
  );
}

function factsOf(webhook: Webhook, fileLink: (filename: string) => ReactNode): Parameters<typeof Facts>[0]["facts"] {
  const { database, channel, settings, hasSecret, previousSecretUntil, refusedCount, last_used: lastUsed } = webhook;
  const { answerMode, layout, script, retentionDays } = settings;
  return [
    [text.file, fileLink(database)],
    [text.channel, channel],
    [text.answers, answerMode === "result" ? webhookMessages.dialog.result : webhookMessages.dialog.accepted],
    [text.verification, [schemeText(webhook), hasSecret && text.hasSecret].filter(Boolean).join(", ")],
    ...(previousSecretUntil === null ? [] : [[text.previous, exactly(previousSecretUntil)] as const]),
    [text.receiver, layout === script ? layout : `${layout}, ${script}`],
    [text.counted, text.countedText(webhook.number_of_times_used ?? 0, refusedCount)],
    [text.bytes, <ByteSize key="bytes" bytes={webhook.bytes_received ?? 0} />],
    [webhookMessages.lastUsed, <Moment key="used" at={lastUsed} />],
    ...(webhook.last_result === null ? [] : [[webhookMessages.lastResult, webhook.last_result, "long"] as const]),
    [text.retention, text.days(retentionDays)],
  ];
}
