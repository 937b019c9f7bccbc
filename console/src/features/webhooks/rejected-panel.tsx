import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { LogRecord } from "#shared/logs/contract.ts";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { reading } from "../../api/query.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { receiverLog, rejectedRequests } from "./rejected-search.ts";

const text = webhookMessages.rejected;
const maxRead = 100;
const shownAtFirst = 5;
const refreshMs = 10_000;

/** Latest requests to a webhook's address that were rejected before they became events, with the reason. */
export function RejectedPanel({ webhook }: { readonly webhook: Webhook }) {
  const [isAll, setAll] = useState(false);
  const rejected = useQuery({
    ...reading("GET /svc/api/logs/{name}/search", {
      name: receiverLog,
      text: rejectedRequests(webhook),
      isPattern: "true",
      limit: maxRead,
    }),
    refetchInterval: refreshMs,
  });
  const { records = [], isPartial = false } = rejected.data ?? {};
  const shown = isAll ? records : records.slice(0, shownAtFirst);
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={records.length > 0 && <Chip tone="warn">{text.count(records.length, records.length === maxRead)}</Chip>}
      flush
    >
      {rejected.isPending && <Loading rows={2} />}
      <ReadFailure reads={[rejected]} />
      {rejected.data && records.length === 0 && <p className="px-4 py-3 text-muted">{text.none}</p>}
      {shown.length > 0 && (
        <ul aria-label={text.title} className="divide-y divide-line">
          {shown.map((record) => (
            <Rejected key={record.offset} record={record} />
          ))}
        </ul>
      )}
      {shown.length < records.length && (
        <div className="border-line border-t px-4 py-2">
          <Button look="quiet" onClick={() => setAll(true)}>
            {text.showMore(records.length - shown.length)}
          </Button>
        </div>
      )}
      {isPartial && <p className="border-line border-t px-4 py-2 text-muted text-sm">{text.partial}</p>}
    </Panel>
  );
}

function Rejected({ record: { time, columns } }: { readonly record: LogRecord }) {
  const { status = "", reason = "", method = "", address = "", bytes = "0", requestId } = columns;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2" title={requestId}>
      <Chip tone="warn" icon={TriangleAlert}>
        {status}
      </Chip>
      <span className="min-w-0 flex-1 basis-64 break-words">{reason}</span>
      <span className="text-muted text-sm">{text.request(method, byteSize(Number(bytes)), address)}</span>
      {time !== null && (
        <span className="text-sm">
          <Moment at={time} />
        </span>
      )}
    </li>
  );
}
