import type { ComponentProps, ReactNode } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import { type Read, ReadFailure } from "../feedback/read-failure.tsx";
import { Empty, Loading } from "../feedback/states.tsx";
import { DataTable } from "./data-table.tsx";
import { MoreRows } from "./more-rows.tsx";
import type { RowId } from "./selection.ts";

interface ListRead extends Read {
  readonly isPending: boolean;
}

interface ListFilter<Row> {
  /** Rows that match. */
  readonly rows: readonly Row[];
  /** Filter in words, for the message that no row matches. */
  readonly text: string;
  readonly onClear: () => void;
}

/**
 * List of a page in all its states: placeholder while loading, failure of a read, empty, no row that matches, and a table with a button for
 * more rows if the list is loaded page by page. Previous rows stay visible below a failure.
 */
export function ListPanel<Row extends { readonly id: RowId }>({
  reads,
  rows,
  filter,
  bar,
  loadingRows = 4,
  empty,
  ...table
}: Omit<ComponentProps<typeof DataTable<Row>>, "rows"> & {
  /** The list, and other reads with data of its rows. */
  readonly reads: readonly [ListRead | (ListRead & ComponentProps<typeof MoreRows>["list"]), ...Read[]];
  /** All rows. Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly filter?: ListFilter<Row>;
  /** Filters, or the actions for selected rows. Hidden while the list is empty. */
  readonly bar?: ReactNode;
  readonly loadingRows?: number;
  readonly empty: ReactNode;
}) {
  const [list] = reads;
  const isEmpty = rows === undefined || rows.length === 0;
  const matching = filter?.rows ?? rows ?? [];
  return (
    <>
      {list.isPending && <Loading rows={loadingRows} />}
      {!isEmpty && bar}
      <ReadFailure reads={reads} />
      {rows?.length === 0 && empty}
      {filter !== undefined && !isEmpty && matching.length === 0 && (
        <Empty title={messages.table.noMatch(filter.text)}>
          <Button onClick={filter.onClear}>{messages.table.clearFilters}</Button>
        </Empty>
      )}
      {matching.length > 0 && <DataTable {...table} rows={matching} />}
      {"hasNextPage" in list && <MoreRows list={list} />}
    </>
  );
}
