import { useQuery } from "@tanstack/react-query";
import { Ban, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Delivery } from "#shared/deliveries/contract.ts";
import { reading } from "../../api/query.ts";
import { deliveryMessages } from "../../messages/english/events/deliveries.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Failed, Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { ExactMoment, exactly } from "../../ui/values/moment.tsx";
import { AttemptsPanel } from "./attempts-panel.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DeliveryChip } from "./delivery-chip.tsx";
import { HeadersAndBody } from "./headers-and-body.tsx";
import { useReplay } from "./use-delivery-actions.ts";

const text = deliveryMessages.page;
const address = "GET /svc/api/deliveries/{id}";

/** One delivery: its request and answer side by side, all attempts, and the replay action. */
export function DeliveryPage({
  id,
  above,
  sourceLink,
  link,
}: {
  readonly id: string;
  readonly above: ReactNode;
  /** Renders the link to the source. */
  readonly sourceLink: (source: string) => ReactNode;
  readonly link: (id: string, name: ReactNode) => ReactNode;
}) {
  const read = useQuery(reading(address, { id }));
  const { replayOne, isBusy } = useReplay();
  const [isCancelling, setCancelling] = useState(false);
  const delivery = read.data?.delivery;
  return (
    <Page
      title={text.title}
      above={above}
      actions={
        <>
          <CurlButton calls={[{ address, input: { id } }]} />
          {delivery?.state === "pending" && (
            <Button needs="POST /svc/api/deliveries/{id}/cancel" onClick={() => setCancelling(true)}>
              <Ban aria-hidden size={14} />
              {deliveryMessages.cancel}
            </Button>
          )}
          {delivery !== undefined && delivery.state !== "suppressed" && (
            <Button
              needs="POST /svc/api/deliveries/{id}/replay"
              look="primary"
              busy={isBusy}
              data-shortcut="r"
              onClick={() => replayOne(id)}
            >
              <RotateCw aria-hidden size={14} />
              {deliveryMessages.replay}
            </Button>
          )}
        </>
      }
    >
      {read.isPending && <Loading rows={8} />}
      {delivery === undefined && read.isError && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {delivery && (
        <>
          <ReadFailure reads={[read]} />
          <Panel title={exactly(delivery.createdAt)} actions={<DeliveryChip state={delivery.state} />}>
            <Facts facts={factsOf(delivery, sourceLink, link)} />
          </Panel>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Panel title={text.request} text={`${delivery.method} ${delivery.request.target}`}>
              <HeadersAndBody {...delivery.request} isWhole={delivery.request.isWhole} />
            </Panel>
            <Answer delivery={delivery} />
          </div>
          <AttemptsPanel tries={delivery.tries} />
        </>
      )}
      {isCancelling && <CancelDialog id={id} onClose={() => setCancelling(false)} />}
    </Page>
  );
}

function factsOf(
  { id, source, senderId, duplicateOf, endedAt, nextAttemptAt, reason }: Delivery,
  sourceLink: (source: string) => ReactNode,
  link: (id: string, name: ReactNode) => ReactNode,
): Parameters<typeof Facts>[0]["facts"] {
  return [
    [text.of, sourceLink(source)],
    [
      text.id,
      <span key="id" className="inline-flex items-center gap-1">
        <code className="break-all text-sm">{id}</code>
        <CopyIcon text={id} label={text.copyId} />
      </span>,
      "long",
    ],
    ...(senderId === null ? [] : [[text.sender, <code key="sender">{senderId}</code>] as const]),
    ...(duplicateOf === null ? [] : [[text.duplicateOf, link(duplicateOf, duplicateOf)] as const]),
    ...(endedAt === null ? [] : [[text.ended, <ExactMoment key="ended" at={endedAt} />] as const]),
    ...(nextAttemptAt === null ? [] : [[text.next, exactly(nextAttemptAt)] as const]),
    ...(reason === null ? [] : [[text.reason, reason, "long"] as const]),
  ];
}

/** Answer to the sender, or, if no sender waits for an answer, the response of the target. */
function Answer({ delivery: { answer, tries, source } }: { readonly delivery: Delivery }) {
  if (answer !== null)
    return (
      <Panel title={text.answer} text={text.status(answer.status)}>
        <HeadersAndBody {...answer} />
      </Panel>
    );
  const newest = tries.at(-1);
  return (
    <Panel
      title={newest === undefined ? text.answer : text.lastAnswer}
      {...(newest?.status != null && { text: text.status(newest.status) })}
    >
      {newest === undefined ? (
        <p className="text-muted">{source.startsWith("webhook-") ? text.accepted : text.noAnswer}</p>
      ) : (
        <HeadersAndBody headers={[]} body={newest.answer ?? newest.reason ?? ""} />
      )}
    </Panel>
  );
}
