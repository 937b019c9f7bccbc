import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { inServiceTime } from "../../api/service-clock.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
// Loads with the list, so that its dialogs load less when they open.
import "../../ui/dialogs/form-dialog.tsx";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../ui/tables/columns-button.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { useSelection } from "../../ui/tables/selection.ts";
import { SelectionBar } from "../../ui/tables/selection-bar.tsx";
import { useNewRows } from "../../ui/tables/use-new-rows.ts";
import type { KeyToDelete } from "./dialogs/key-to-delete.ts";
import { FilterBar, type KeyFilter } from "./filter-bar.tsx";
import { keyMark, keyMarks, marksOf } from "./key-chips.ts";
import type { KeyKind } from "./key-kinds.ts";

interface KeyRow extends KeyToDelete {
  readonly allow_any_database?: boolean;
  readonly failing_since: string | null;
  readonly is_disabled: boolean;
  readonly ends_at: string | null;
  readonly replaced_by: number | null;
  readonly is_imported: boolean;
}

const DeleteKeysDialog = lazyPart(() => import("./dialogs/delete-keys-dialog.tsx"));

const newestFirst = "-created";

/** List of keys of one kind: filter, sort, select, edit, delete several. */
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
  /** Name under which the browser stores the selected columns. */
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
  const [keysToDelete, setKeysToDelete] = useState<readonly Row[]>();
  const choice = useColumnChoice(table, columns, filter.columns, (ids) => onFilter({ columns: ids }));
  const all = list.data;
  const now = inServiceTime(list.dataUpdatedAt);
  const fresh = useNewRows(all);
  const { q = "", sort = newestFirst } = filter;
  const only = keyMark(filter.only);
  const rows = useMemo(() => {
    const wanted = q.trim().toLowerCase();
    return (all ?? []).filter(
      (row) =>
        (wanted === "" || searchText(row).toLowerCase().includes(wanted)) &&
        (only === undefined || marksOf(row, now).includes(only)),
    );
  }, [all, q, only, now, searchText]);

  const counts = keyMarks
    .map((mark) => [mark, (all ?? []).filter((row) => marksOf(row, now).includes(mark)).length] as const)
    .filter(([mark, count]) => count > 0 || only === mark);
  // Selected keys that the filter hides aren't deleted.
  const chosen = rows.filter(({ id }) => selection.chosen.has(id));
  return (
    <>
      <ListPanel
        reads={[list]}
        rows={all}
        filter={{
          rows,
          text: q === "" && only !== undefined ? messages.keys.chips[only] : `“${q}”`,
          onClear: () => onFilter({ q: undefined, only: undefined }),
        }}
        bar={
          chosen.length > 0 ? (
            <SelectionBar
              text={messages.keys.selected(messages.keys.count(chosen.length))}
              chosen={chosen.length}
              ids={rows.map(({ id }) => id)}
              selection={selection}
            >
              <Button needs={kind.bulkDelete} look="danger" onClick={() => setKeysToDelete(chosen)}>
                {messages.keys.deleteSelected}
              </Button>
            </SelectionBar>
          ) : (
            <FilterBar
              hint={messages.keys.filterHints[kind.object]}
              filter={filter}
              onFilter={onFilter}
              counts={counts}
              columns={<ColumnsButton choice={choice} sort={sort} />}
            />
          )
        }
        loadingRows={6}
        empty={empty}
        label={label}
        columns={columns}
        shown={choice.shown}
        nameOf={nameOf}
        selection={selection}
        fresh={fresh}
        sort={sort}
        onSort={(sort) => onFilter({ sort })}
        actions={(row) => (
          <IconButton
            needs={kind.update}
            icon={Pencil}
            label={messages.keys.editOne(nameOf(row))}
            onClick={() => setEdited(row)}
          />
        )}
      />
      {edited && edit(edited, () => setEdited(undefined))}
      {keysToDelete && (
        <DeleteKeysDialog
          kind={kind}
          rows={keysToDelete}
          onClose={() => setKeysToDelete(undefined)}
          onDeleted={() => {
            setKeysToDelete(undefined);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

function nameOf({ label, key }: KeyToDelete): string {
  return label ? label : key;
}
