import type { ComponentProps, ReactNode } from "react";
import { Button } from "../buttons/button.tsx";
import { type Read, ReadFailure } from "../feedback/read-failure.tsx";
import { Empty, Loading } from "../feedback/states.tsx";
import { FreshTable } from "./fresh-table.tsx";
import { MoreRows } from "./more-rows.tsx";
import type { RowId } from "./selection.ts";

type MoreProps = ComponentProps<typeof MoreRows>;

/** Long list that is loaded page by page, newest first, with an empty state and a button for more rows. */
export function PagedTable<Row extends { readonly id: RowId }>({
  list,
  text,
  isFiltered,
  onClear,
  empty,
  more,
  ...table
}: Omit<ComponentProps<typeof FreshTable<Row>>, "label"> & {
  readonly list: Read & MoreProps["list"] & { readonly isPending: boolean };
  readonly text: {
    readonly title: string;
    readonly emptyTitle: string;
    readonly emptyText: string;
    readonly noMatch: string;
    readonly clear: string;
  };
  readonly isFiltered: boolean;
  /** Clears the filter. */
  readonly onClear: () => void;
  /** Shown instead of an empty list, if the page has a better explanation than the filter. */
  readonly empty?: ReactNode;
  readonly more?: Omit<MoreProps, "list">;
}) {
  const unfiltered = <Empty title={text.emptyTitle} text={text.emptyText} />;
  const noMatch = (
    <Empty title={text.noMatch}>
      <Button onClick={onClear}>{text.clear}</Button>
    </Empty>
  );
  return (
    <>
      {list.isPending && <Loading rows={8} />}
      <ReadFailure reads={[list]} />
      {list.data !== undefined &&
        table.rows.length === 0 &&
        !list.hasNextPage &&
        (empty ?? (isFiltered ? noMatch : unfiltered))}
      {table.rows.length > 0 && <FreshTable {...table} label={text.title} />}
      <MoreRows {...more} list={list} />
    </>
  );
}
