import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import { classes } from "../classes.ts";
import { useNarrow } from "../use-media.ts";
import { Chip } from "../values/chip.tsx";
import { AllRowsChoice, RowChoice } from "./row-choice.tsx";
import type { RowId, Selection } from "./selection.ts";
import { sortedRows } from "./sorted-rows.ts";
import { useOverflow } from "./use-overflow.ts";

/** Maximum number of rows that are rendered initially, so that a page with ten thousand rows stays fast. The user can show more. */
const rowsAtFirst = 100;

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Returns the value to sort by. */
  readonly sortBy?: (row: Row) => string | number;
  readonly className?: string;
  /** True if the column is hidden in medium windows by default. */
  readonly isSpare?: true;
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Ids of the selected columns. Default: all that fit. */
  readonly shown?: ReadonlySet<string> | undefined;
  readonly nameOf: (row: Row) => string;
  readonly actions?: (row: Row) => ReactNode;
  readonly selection?: Selection;
  /** Rows that have arrived since the page was opened. */
  readonly fresh?: ReadonlySet<RowId>;
  /** Id of a column, with the prefix `-` for descending order. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string) => void;
}

/**
 * Classes of the head, which sticks below the table's bar and, if it scrolls with the page, the frame's head. A shadow instead of a border,
 * which would scroll away with its row.
 */
const stickyHead =
  "sticky top-[calc(var(--page-head,3.5rem)+var(--table-bar,0px))] z-10 shadow-[inset_0_-1px_var(--line)]";

/** Table, with cards instead of columns in narrow windows. */
export function DataTable<Row extends { readonly id: RowId }>(props: TableProps<Row>) {
  const [drawn, setDrawn] = useState(rowsAtFirst);
  const isNarrow = useNarrow();
  const { rows: all, columns, shown, sort } = props;
  const chosen = shown === undefined ? columns : columns.filter(({ id }) => shown.has(id));
  // The order can depend on a hidden column.
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
  fresh,
  sort,
  onSort,
}: TableProps<Row>) {
  const box = useRef<HTMLElement>(null);
  const scrolls = useOverflow(box);
  const headClasses = classes("bg-panel", !scrolls && stickyHead);
  const widthOf = ({ className, isSpare }: Column<Row>) =>
    classes(className, isSpare === true && shown === undefined && "hidden drawer:table-cell");
  const order = rows.map(({ id }) => id);
  return (
    <section
      ref={box}
      aria-label={label}
      // Scrollable areas must be reachable by keyboard.
      tabIndex={scrolls ? 0 : undefined}
      className={classes("focus-visible:outline-offset-[-2px]", scrolls && "overflow-x-auto")}
    >
      <table className="w-full text-left">
        <thead>
          <tr className="border-line border-b text-muted text-sm">
            {selection && (
              <th className={classes("w-10 py-1.5 pl-3", headClasses)}>
                <AllRowsChoice selection={selection} order={order} />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={sort === column.id ? "ascending" : sort === `-${column.id}` ? "descending" : undefined}
                className={classes("whitespace-nowrap px-3 py-1.5 font-medium", headClasses, widthOf(column))}
              >
                {column.sortBy && onSort ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.title}
              </th>
            ))}
            {actions && (
              <th className={classes("right-0 w-12", headClasses, scrolls && "sticky")}>
                <span className="sr-only">{messages.table.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className={selection?.chosen.has(row.id) ? "bg-selection" : "bg-panel hover:bg-page"}>
              {selection && (
                <td className="py-1.5 pl-3 align-middle">
                  <RowChoice selection={selection} order={order} id={row.id} name={nameOf(row)} />
                </td>
              )}
              {columns.map((column, index) => (
                <td key={column.id} className={classes("px-3 py-2 align-middle", widthOf(column))}>
                  {index === 0 ? <Head isNew={fresh?.has(row.id)}>{column.cell(row)}</Head> : column.cell(row)}
                </td>
              ))}
              {actions && (
                // A row's actions stay visible regardless of the width of its columns.
                <td className="sticky right-0 bg-inherit py-1 pr-2 text-right align-middle">{actions(row)}</td>
              )}
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
  fresh,
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
              <div className="flex items-start gap-2">
                <div className="min-w-0 flex-1">
                  <Head isNew={fresh?.has(row.id)}>{head?.cell(row)}</Head>
                </div>
                {actions?.(row)}
              </div>
              <dl className="mt-1.5 grid grid-cols-[fit-content(45%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm">
                {rest.map(({ id, title, cell }) => (
                  <div key={id} className="contents">
                    <dt className="text-muted">{title}</dt>
                    <dd className="min-w-0 wrap-anywhere">{cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Cell with the row's name, marked if the row is new. */
function Head({ isNew = false, children }: { readonly isNew?: boolean | undefined; readonly children: ReactNode }) {
  if (!isNew) return children;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Chip tone="good">{messages.table.isNew}</Chip>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
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
