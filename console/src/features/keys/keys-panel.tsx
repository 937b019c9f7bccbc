import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { inServiceTime } from "../../api/service-clock.ts";
import { Button } from "../../ui/button.tsx";
import { useColumnChoice } from "../../ui/column-choice.ts";
import { ColumnsButton } from "../../ui/columns-button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ReadFailure } from "../../ui/read-failure.tsx";
import { useSelection } from "../../ui/selection.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { words } from "../../words/words.ts";
import DeleteKeysDialog, { type Doomed } from "./delete-keys-dialog.tsx";
import { FilterBar, type KeyFilter } from "./filter-bar.tsx";
import { keyMark, keyMarks, marksOf } from "./key-chips.ts";
import type { KeyKind } from "./key-kinds.ts";

interface KeyRow extends Doomed {
  readonly allow_any_database?: boolean;
  readonly failing_since: string | null;
}

/** A list of keys of one kind: filter, sort, choose, edit, delete many. */
export function KeysPanel<Row extends KeyRow>({
  label,
  table,
  kind,
  query,
  columns,
  searchText,
  filter,
  onFilter,
  empty,
  edit,
}: {
  readonly label: string;
  /** What the browser remembers its columns under. */
  readonly table: string;
  readonly kind: KeyKind;
  readonly query: UseQueryOptions<readonly Row[], Error, readonly Row[], string[]>;
  readonly columns: readonly Column<Row>[];
  readonly searchText: (row: Row) => string;
  readonly filter: KeyFilter;
  readonly onFilter: (change: KeyFilter) => void;
  readonly empty: ReactNode;
  readonly edit: (row: Row, onClose: () => void) => ReactNode;
}) {
  const list = useQuery(query);
  const selection = useSelection();
  const [edited, setEdited] = useState<Row>();
  const [doomed, setDoomed] = useState<readonly Row[]>();
  const choice = useColumnChoice(table, columns, filter.columns, (ids) => onFilter({ columns: ids }));
  const all = list.data;
  const now = inServiceTime(list.dataUpdatedAt);
  const { q = "" } = filter;
  const only = keyMark(filter.only);
  const rows = useMemo(() => {
    const wanted = q.trim().toLowerCase();
    return (all ?? []).filter(
      (row) =>
        (wanted === "" || searchText(row).toLowerCase().includes(wanted)) &&
        (only === undefined || marksOf(row, now).includes(only)),
    );
  }, [all, q, only, now, searchText]);

  if (list.isPending) return <Loading rows={6} />;
  if (all === undefined) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (all.length === 0)
    return (
      <>
        <ReadFailure reads={[list]} />
        {empty}
      </>
    );
  const counts = keyMarks
    .map((mark) => [mark, all.filter((row) => marksOf(row, now).includes(mark)).length] as const)
    .filter(([mark, count]) => count > 0 || only === mark);
  // What was chosen and filtered away since is not deleted unseen.
  const chosen = rows.filter(({ id }) => selection.chosen.has(id));
  return (
    <>
      <FilterBar
        filter={filter}
        onFilter={onFilter}
        counts={counts}
        chosen={chosen.length}
        onDelete={() => setDoomed(chosen)}
        onClear={selection.clear}
        columns={<ColumnsButton choice={choice} sort={filter.sort} />}
      />
      <ReadFailure reads={[list]} />
      {rows.length === 0 ? (
        <Empty title={words.table.noMatch(q === "" && only !== undefined ? words.keys.chips[only] : `“${q}”`)}>
          <Button onClick={() => onFilter({ q: undefined, only: undefined })}>{words.table.clearFilters}</Button>
        </Empty>
      ) : (
        <DataTable
          label={label}
          rows={rows}
          columns={columns}
          shown={choice.shown}
          nameOf={nameOf}
          selection={selection}
          sort={filter.sort}
          onSort={(sort) => onFilter({ sort })}
          actions={(row) => (
            <IconButton icon={Pencil} label={words.keys.editOne(nameOf(row))} onClick={() => setEdited(row)} />
          )}
        />
      )}
      {edited && edit(edited, () => setEdited(undefined))}
      {doomed && (
        <DeleteKeysDialog
          kind={kind}
          rows={doomed}
          onClose={() => setDoomed(undefined)}
          onDeleted={() => {
            setDoomed(undefined);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

function nameOf({ label, key }: Doomed): string {
  return label ? label : key;
}
