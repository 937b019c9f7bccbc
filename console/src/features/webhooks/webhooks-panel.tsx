import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { reading } from "../../api/query.ts";
import { webhookMessages as text } from "../../messages/english/events/webhooks.ts";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";
import { Empty } from "../../ui/feedback/states.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { useWebhookActions, type WebhookSurroundings } from "./use-webhook-actions.tsx";
import { addressOf, nameOf, schemeText } from "./webhook-texts.ts";

interface Links {
  readonly nameLink: (webhook: Webhook, name: string) => ReactNode;
  /** Renders the results of a webhook's newest deliveries. */
  readonly strip: (webhook: Webhook) => ReactNode;
}

/** All webhooks, with their newest events and results. */
export function WebhooksPanel({
  create,
  nameLink,
  strip,
  ...surroundings
}: Links & WebhookSurroundings & { readonly create: ReactNode }) {
  const list = useQuery(reading("GET /svc/api/webhooks", {}));
  const { menuOf, dialog } = useWebhookActions(surroundings);
  return (
    <>
      <ListPanel
        reads={[list]}
        loadingRows={5}
        empty={
          <Empty title={text.emptyTitle} text={text.emptyText}>
            {create}
          </Empty>
        }
        label={text.list}
        rows={list.data?.webhooks}
        columns={columnsOf({ nameLink, strip })}
        nameOf={nameOf}
        actions={(row) => <MenuButton label={text.actionsOf(nameOf(row))} groups={menuOf(row)} />}
      />
      {dialog}
    </>
  );
}

function columnsOf({ nameLink, strip }: Links): readonly Column<Webhook>[] {
  return [
    {
      id: "name",
      title: text.name,
      cell: (row) => (
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">
            {nameLink(row, nameOf(row))}
            {!row.settings.active && <Chip tone="warn">{text.off}</Chip>}
          </p>
          <p className="flex min-w-0 items-center gap-1 text-muted text-sm">
            <span className="break-all">{row.url}</span>
            <CopyIcon text={addressOf(row)} label={text.copyAddress} />
          </p>
          <p className="text-muted text-sm">
            {schemeText(row)}
            {row.refusedCount > 0 && <span className="text-warn"> · {text.refused(row.refusedCount)}</span>}
          </p>
        </div>
      ),
    },
    { id: "newest", title: text.newest, cell: strip, className: "w-40" },
    {
      id: "result",
      title: text.lastResult,
      cell: ({ last_result: result, last_result_is_error: isError, last_used: at }) =>
        result === null ? (
          <span className="text-muted">{text.never}</span>
        ) : (
          <div className="flex flex-col items-start gap-0.5">
            <span className={isError === 1 ? "wrap-anywhere text-bad" : "wrap-anywhere"}>
              {isError === 1 && <span className="sr-only">{text.failed}: </span>}
              {result}
            </span>
            <Moment at={at} />
          </div>
        ),
      className: "w-56",
    },
    {
      id: "count",
      title: text.count,
      cell: ({ number_of_times_used: count }) => <span className="tabular-nums">{(count ?? 0).toLocaleString()}</span>,
      className: "w-20",
    },
  ];
}
