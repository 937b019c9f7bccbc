import { useInfiniteQuery } from "@tanstack/react-query";
import { Ban, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DeliveryRow } from "#shared/deliveries/contract.ts";
import { readingPages } from "../../api/query.ts";
import { deliveryMessages as text } from "../../messages/english/events/deliveries.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../ui/tables/columns-button.tsx";
import { PagedTable } from "../../ui/tables/paged-table.tsx";
import { useSelection } from "../../ui/tables/selection.ts";
import { SelectionBar } from "../../ui/tables/selection-bar.tsx";
import { exactly } from "../../ui/values/moment.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { deliveryColumns } from "./delivery-columns.tsx";
import { type DeliveryFilter, deliveryQuestion } from "./delivery-filter.ts";
import { DeliveryFilters, type DeliverySource } from "./delivery-filters.tsx";
import { useReplay } from "./use-delivery-actions.ts";

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
  /** Other sources that the user can switch to. */
  readonly sources?: readonly DeliverySource[];
  readonly filter: DeliveryFilter;
  readonly onFilter: (change: DeliveryFilter) => void;
  readonly choice: ReturnType<typeof useColumnChoice>;
  readonly link: (id: string, name: ReactNode) => ReactNode;
}) {
  const asked = deliveryQuestion(source, filter);
  const list = useInfiniteQuery(readingPages("GET /svc/api/deliveries", { ...asked, limit: pageRows }));
  const selection = useSelection();
  const { replayOne, replaySome, isBusy } = useReplay();
  const [cancelled, setCancelled] = useState<string>();
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap(({ deliveries }) => deliveries);
  const chosen = rows.filter(({ id }) => selection.chosen.has(id)).map(({ id }) => id);
  const lookedAt = pages.reduce((sum, page) => sum + page.lookedAt, 0);

  return (
    <>
      {chosen.length > 0 ? (
        <SelectionBar
          text={text.selected(chosen.length)}
          chosen={chosen.length}
          ids={rows.map(({ id }) => id)}
          selection={selection}
        >
          <Button
            needs="POST /svc/api/deliveries/replay"
            look="primary"
            busy={isBusy}
            onClick={() => replaySome(chosen, selection.clear)}
          >
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
      <PagedTable
        list={list}
        text={text}
        isFiltered={Object.keys(asked).length > 1}
        onClear={() => onFilter({ state: undefined, q: undefined, from: undefined, to: undefined })}
        {...(asked.text !== undefined && {
          more: { text: text.goOn, note: <p className="text-muted text-sm">{text.lookedAt(lookedAt)}</p> },
        })}
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
                : [
                    {
                      needs: "POST /svc/api/deliveries/{id}/replay",
                      text: text.replay,
                      icon: RotateCw,
                      onChoose: () => replayOne(row.id),
                    },
                  ],
              row.state === "pending"
                ? [
                    {
                      needs: "POST /svc/api/deliveries/{id}/cancel",
                      text: text.cancel,
                      icon: Ban,
                      danger: true,
                      onChoose: () => setCancelled(row.id),
                    },
                  ]
                : [],
            ]}
          />
        )}
      />
      {cancelled !== undefined && <CancelDialog id={cancelled} onClose={() => setCancelled(undefined)} />}
    </>
  );
}

function nameOf({ senderId, createdAt }: DeliveryRow): string {
  return senderId ?? exactly(createdAt);
}
