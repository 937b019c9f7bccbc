import type { ComponentProps, ReactNode } from "react";
import { type Read, ReadFailure } from "../feedback/read-failure.tsx";
import { Loading } from "../feedback/states.tsx";
import { DataTable } from "./data-table.tsx";
import type { RowId } from "./selection.ts";

type ListRead = Read & { readonly isPending: boolean };

/** Table of loaded rows, with a placeholder while loading, the failure of a read, and an empty state. */
export function ReadTable<Row extends { readonly id: RowId }>({
  reads,
  rows,
  loadingRows = 4,
  empty,
  ...table
}: Omit<ComponentProps<typeof DataTable<Row>>, "rows"> & {
  /** The list, and other reads with data of its rows. */
  readonly reads: readonly [ListRead, ...Read[]];
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly loadingRows?: number;
  readonly empty: ReactNode;
}) {
  return (
    <>
      {reads[0].isPending && <Loading rows={loadingRows} />}
      <ReadFailure reads={reads} />
      {rows?.length === 0 && empty}
      {rows !== undefined && rows.length > 0 && <DataTable {...table} rows={rows} />}
    </>
  );
}
