import type { ComponentProps, ReactNode } from "react";
import { type Read, ReadFailure } from "../feedback/read-failure.tsx";
import { Loading } from "../feedback/states.tsx";
import { DataTable } from "./data-table.tsx";
import type { RowId } from "./selection.ts";

type ListRead = Read & { readonly isPending: boolean };

/** A table of what is read: grey rows until it is there, why it could not be read, and what stands there where there is nothing. */
export function ReadTable<Row extends { readonly id: RowId }>({
  reads,
  rows,
  loadingRows = 4,
  empty,
  ...table
}: Omit<ComponentProps<typeof DataTable<Row>>, "rows"> & {
  /** The list, and what else the table shows of its rows. */
  readonly reads: readonly [ListRead, ...Read[]];
  /** Undefined until the list was read. */
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
