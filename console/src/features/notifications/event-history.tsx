import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleAlert, CircleX, Info } from "lucide-react";
import type { NotificationEvent } from "#shared/notifications/contract.ts";
import { readingPages } from "../../api/query.ts";
import { notificationMessages } from "../../messages/english/events/notifications.ts";
import { Empty } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { ExactMoment } from "../../ui/values/moment.tsx";

const text = notificationMessages.history;

/** Events that were notified, newest first, each with the number of its repeats. */
export function EventHistory() {
  const list = useInfiniteQuery(readingPages("GET /svc/api/notifications/events", {}));
  return (
    <Panel title={text.title} text={text.text} flush>
      <ListPanel
        reads={[list]}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.title}
        rows={list.data?.pages.flatMap(({ events }) => events)}
        columns={columns}
        nameOf={({ title }) => title}
      />
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
