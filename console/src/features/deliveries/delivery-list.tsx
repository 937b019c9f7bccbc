import { useInfiniteQuery } from "@tanstack/react-query";
import { Ban, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DeliveryRow } from "#shared/deliveries/contract.ts";
import { call } from "../../api/client.ts";
import { deliveryMessages as text } from "../../messages/events/deliveries.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../ui/tables/columns-button.tsx";
import { FreshTable } from "../../ui/tables/fresh-table.tsx";
import { useSelection } from "../../ui/tables/selection.ts";
import { SelectionBar } from "../../ui/tables/selection-bar.tsx";
import { exactly } from "../../ui/values/moment.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { deliveryColumns } from "./delivery-columns.tsx";
import { type DeliveryFilter, deliveryQuestion } from "./delivery-filter.ts";
import { DeliveryFilters, type DeliverySource } from "./delivery-filters.tsx";
import { useReplay } from "./use-delivery-actions.ts";

const address = "GET /svc/api/deliveries";
const pageRows = 50;

/** Deliveries of one source, newest first, page by page. */
export function DeliveryList({
  source,
  sources,
  filter,
  onFilter,
  choice,
  link,
}: {
  readonly source: string;
  /** Of which others they can be shown. */
  readonly sources?: readonly DeliverySource[];
  readonly filter: DeliveryFilter;
  readonly onFilter: (change: DeliveryFilter) => void;
  readonly choice: ReturnType<typeof useColumnChoice>;
  readonly link: (id: string, name: ReactNode) => ReactNode;
}) {
  const asked = deliveryQuestion(source, filter);
  const list = useInfiniteQuery({
    queryKey: [address, "pages", asked],
    queryFn: ({ pageParam, signal }) =>
      call(address, { ...asked, limit: pageRows, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
  });
  const selection = useSelection();
  const { replayOne, replaySome, isBusy } = useReplay();
  const [cancelled, setCancelled] = useState<string>();
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap(({ deliveries }) => deliveries);
  const chosen = rows.filter(({ id }) => selection.chosen.has(id)).map(({ id }) => id);
  const isFiltered = Object.keys(asked).length > 1;
  const clear = () => onFilter({ state: undefined, q: undefined, from: undefined, to: undefined });

  return (
    <>
      {chosen.length > 0 ? (
        <SelectionBar
          text={text.selected(chosen.length)}
          chosen={chosen.length}
          all={rows.length}
          selection={selection}
          onAll={() => selection.setAll(rows.map(({ id }) => id))}
        >
          <Button onVisible="primary" busy={isBusy} onClick={() => replaySome(chosen, selection.clear)}>
            <RotateCw aria-hidden size={14} />
            {text.replayChosen(chosen.length)}
          </Button>
        </SelectionBar>
      ) : (
        <DeliveryFilters
          sources={sources}
          filter={{ ...filter, source }}
          onFilter={onFilter}
          columns={<ColumnsButton choice={choice} />}
        />
      )}
      {list.isPending && <Loading rows={8} />}
      {list.data === undefined && list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && <ReadFailure reads={[list]} />}
      {list.data !== undefined && rows.length === 0 && !list.hasNextPage && (
        <Empty title={isFiltered ? text.noMatch : text.emptyTitle} {...(!isFiltered && { text: text.emptyText })}>
          {isFiltered && <Button onClick={clear}>{text.clear}</Button>}
        </Empty>
      )}
      {rows.length > 0 && (
        <FreshTable
          label={text.title}
          question={JSON.stringify(asked)}
          rows={rows}
          columns={deliveryColumns(link)}
          shown={choice.shown}
          nameOf={nameOf}
          selection={selection}
          actions={(row) => (
            <MenuButton
              label={text.actionsOf(nameOf(row))}
              groups={[
                row.state === "suppressed"
                  ? []
                  : [{ text: text.replay, icon: RotateCw, onChoose: () => replayOne(row.id) }],
                row.state === "pending"
                  ? [{ text: text.cancel, icon: Ban, danger: true, onChoose: () => setCancelled(row.id) }]
                  : [],
              ]}
            />
          )}
        />
      )}
      {list.hasNextPage && (
        <div className="flex flex-col items-center gap-2 border-line border-t p-3">
          {asked.text !== undefined && (
            <p className="text-muted text-sm">
              {text.lookedAt(pages.reduce((sum, { lookedAt }) => sum + lookedAt, 0))}
            </p>
          )}
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {asked.text === undefined ? messages.states.more : text.goOn}
          </Button>
        </div>
      )}
      {cancelled !== undefined && <CancelDialog id={cancelled} onClose={() => setCancelled(undefined)} />}
    </>
  );
}

function nameOf({ senderId, createdAt }: DeliveryRow): string {
  return senderId ?? exactly(createdAt);
}
