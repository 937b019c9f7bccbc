import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleAlert, CircleX, Info } from "lucide-react";
import type { NotificationEvent } from "#shared/notifications/contract.ts";
import { call } from "../../api/client.ts";
import { notificationMessages } from "../../messages/events/notifications.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { ExactMoment } from "../../ui/values/moment.tsx";

const text = notificationMessages.history;
const address = "GET /svc/api/notifications/events";

/** What was notified, newest first, with how often the same has happened behind it. */
export function EventHistory() {
  const list = useInfiniteQuery({
    queryKey: [address, "pages"],
    queryFn: ({ pageParam, signal }) => call(address, pageParam === "" ? {} : { cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
  });
  const rows = (list.data?.pages ?? []).flatMap(({ events }) => events);
  return (
    <Panel title={text.title} text={text.text} flush>
      {list.isPending && <Loading rows={4} />}
      {list.data === undefined && list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && <ReadFailure reads={[list]} />}
      {list.data !== undefined && rows.length === 0 && <Empty title={text.emptyTitle} text={text.emptyText} />}
      {rows.length > 0 && <DataTable label={text.title} rows={rows} columns={columns} nameOf={({ title }) => title} />}
      {list.hasNextPage && (
        <div className="flex justify-center border-line border-t p-3">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {messages.states.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}

const looks = {
  info: { tone: "plain", icon: Info },
  warning: { tone: "warn", icon: CircleAlert },
  error: { tone: "bad", icon: CircleX },
} as const;

const columns: readonly Column<NotificationEvent>[] = [
  {
    id: "what",
    title: text.what,
    cell: ({ title, text: about, repeats }) => (
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="wrap-anywhere text-muted text-sm">{about}</p>
        {repeats > 0 && <p className="text-sm text-warn">{text.repeats(repeats)}</p>}
      </div>
    ),
  },
  {
    id: "severity",
    title: text.severity,
    cell: ({ severity }) => <Chip {...looks[severity]}>{text.severities[severity]}</Chip>,
    className: "w-32",
  },
  { id: "when", title: text.when, cell: ({ at }) => <ExactMoment at={at} />, className: "w-52" },
];
