import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import { classes } from "../classes.ts";
import { useNarrow } from "../use-media.ts";
import { AllRowsChoice, RowChoice } from "./row-choice.tsx";
import type { RowId, Selection } from "./selection.ts";
import { sortedRows } from "./sorted-rows.ts";

/** More rows than this are drawn when the user asks for them: a page of ten thousand stays quick. */
const rowsAtFirst = 100;

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Under what to sort by this column. */
  readonly sortBy?: (row: Row) => string | number;
  readonly className?: string;
  /** Left out in a window of middling width, as long as nobody has chosen columns. */
  readonly isSpare?: true;
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Ids of the columns that were chosen; without them, all that fit. */
  readonly shown?: ReadonlySet<string> | undefined;
  readonly nameOf: (row: Row) => string;
  readonly actions?: (row: Row) => ReactNode;
  readonly selection?: Selection;
  /** A column's id, with `-` before it for the other direction. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string) => void;
}

/** Rows in columns, and as cards where the window is narrow. */
export function DataTable<Row extends { readonly id: RowId }>(props: TableProps<Row>) {
  const [drawn, setDrawn] = useState(rowsAtFirst);
  const isNarrow = useNarrow();
  const { rows: all, columns, shown, sort } = props;
  const chosen = shown === undefined ? columns : columns.filter(({ id }) => shown.has(id));
  // A column that is hidden still gives the order.
  const sorted = useMemo(() => {
    const by = columns.find(({ id }) => id === sort?.replace(/^-/, ""))?.sortBy;
    return by === undefined ? all : sortedRows(all, by, sort?.startsWith("-") ? -1 : 1);
  }, [all, columns, sort]);
  const rows = sorted.slice(0, drawn);
  return (
    <>
      {isNarrow ? <Cards {...props} columns={chosen} rows={rows} /> : <Rows {...props} columns={chosen} rows={rows} />}
      {sorted.length > drawn && (
        <div className="flex justify-center border-line border-t p-3">
          <Button onClick={() => setDrawn(drawn + rowsAtFirst)}>{messages.states.more}</Button>
        </div>
      )}
    </>
  );
}

function Rows<Row extends { readonly id: RowId }>({
  label,
  rows,
  columns,
  shown,
  nameOf,
  actions,
  selection,
  sort,
  onSort,
}: TableProps<Row>) {
  const widthOf = ({ className, isSpare }: Column<Row>) =>
    classes(className, isSpare === true && shown === undefined && "hidden drawer:table-cell");
  const order = rows.map(({ id }) => id);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto focus-visible:outline-offset-[-2px]">
      <table className="w-full text-left">
        <thead>
          <tr className="border-line border-b text-muted text-sm">
            {selection && (
              <th className="w-10 py-1.5 pl-3">
                <AllRowsChoice selection={selection} order={order} />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={sort === column.id ? "ascending" : sort === `-${column.id}` ? "descending" : undefined}
                className={classes("whitespace-nowrap px-3 py-1.5 font-medium", widthOf(column))}
              >
                {column.sortBy && onSort ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.title}
              </th>
            ))}
            {actions && (
              <th className="w-12">
                <span className="sr-only">{messages.table.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className={selection?.chosen.has(row.id) ? "bg-selection" : "hover:bg-page"}>
              {selection && (
                <td className="py-1.5 pl-3 align-middle">
                  <RowChoice selection={selection} order={order} id={row.id} name={nameOf(row)} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.id} className={classes("px-3 py-2 align-middle", widthOf(column))}>
                  {column.cell(row)}
                </td>
              ))}
              {actions && <td className="py-1 pr-2 text-right align-middle">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cards<Row extends { readonly id: RowId }>({
  label,
  rows,
  columns,
  nameOf,
  actions,
  selection,
}: TableProps<Row>) {
  const [head, ...rest] = columns;
  const order = rows.map(({ id }) => id);
  return (
    <>
      {selection && (
        <div className="flex items-center gap-2 border-line border-b px-3 py-1.5 text-muted text-sm">
          <AllRowsChoice selection={selection} order={order} />
          {messages.table.selectAll}
        </div>
      )}
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className={classes("flex gap-2 p-3", selection?.chosen.has(row.id) && "bg-selection")}>
            {selection && <RowChoice selection={selection} order={order} id={row.id} name={nameOf(row)} />}
            <div className="min-w-0 flex-1">
              {head?.cell(row)}
              <dl className="mt-1.5 grid grid-cols-[fit-content(45%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm">
                {rest.map(({ id, title, cell }) => (
                  <div key={id} className="contents">
                    <dt className="text-muted">{title}</dt>
                    <dd className="min-w-0 wrap-anywhere">{cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </div>
            {actions?.(row)}
          </li>
        ))}
      </ul>
    </>
  );
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
}) {
  const isUp = sort === column.id;
  const isDown = sort === `-${column.id}`;
  return (
    <button
      type="button"
      onClick={() => onSort(isUp ? `-${column.id}` : column.id)}
      className="-mx-1 inline-flex h-target min-w-target items-center gap-1 rounded px-1 hover:text-text"
    >
      {column.title}
      {isUp && <ArrowUp aria-hidden size={13} />}
      {isDown && <ArrowDown aria-hidden size={13} />}
    </button>
  );
}
