import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { fileMessages } from "../../messages/english/files.ts";
import { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../ui/tables/columns-button.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { useSelection } from "../../ui/tables/selection.ts";
import { useNewRows } from "../../ui/tables/use-new-rows.ts";
import { ChosenFilesBar } from "./chosen-files-bar.tsx";
import { fileColumns, type LastCopies } from "./file-columns.tsx";
import { FileFilterBar } from "./file-filter-bar.tsx";
import { type FileRow, hostedFiles } from "./file-list.ts";
import { type FileFilter, fileMark, filtered, markCounts } from "./file-marks.ts";
import { FileMenu, type FileMenuHandlers } from "./file-menu.tsx";

const text = fileMessages;
const none: readonly FileRow[] = [];

/** Hosted files: filter, sort, select, act on several. */
export function FilesPanel({
  filter,
  onFilter,
  name,
  lastCopies,
  ways,
  empty,
}: {
  readonly filter: FileFilter;
  readonly onFilter: (change: FileFilter) => void;
  readonly name: (row: FileRow) => ReactNode;
  readonly lastCopies: LastCopies;
  readonly ways: FileMenuHandlers;
  readonly empty: ReactNode;
}) {
  const list = useQuery(hostedFiles);
  const selection = useSelection();
  const columns = useMemo(() => fileColumns(name, lastCopies), [name, lastCopies]);
  const choice = useColumnChoice("files", columns, filter.columns, (ids) => onFilter({ columns: ids }));
  const all = list.data ?? none;
  const fresh = useNewRows(list.data);
  const { q, only } = filter;
  const rows = useMemo(() => filtered(all, { q, only }), [all, q, only]);

  const mark = fileMark(only);
  // Selected files that the filter hides aren't affected.
  const chosen = rows.filter(({ id }) => selection.chosen.has(id));
  return (
    <ListPanel
      reads={[list]}
      rows={list.data}
      filter={{
        rows,
        text: q ? `“${q}”` : markText(mark),
        onClear: () => onFilter({ q: undefined, only: undefined }),
      }}
      bar={
        chosen.length > 0 ? (
          <ChosenFilesBar
            chosen={chosen}
            rows={rows}
            selection={selection}
            ways={{
              ...ways,
              onAction(action, files) {
                ways.onAction(action, files);
                selection.clear();
              },
            }}
          />
        ) : (
          <FileFilterBar
            filter={filter}
            onFilter={onFilter}
            counts={markCounts(all, mark)}
            columns={<ColumnsButton choice={choice} sort={filter.sort} />}
          />
        )
      }
      loadingRows={6}
      empty={empty}
      label={text.title}
      columns={columns}
      shown={choice.shown}
      nameOf={({ filename }) => filename}
      selection={selection}
      fresh={fresh}
      sort={filter.sort}
      onSort={(sort) => onFilter({ sort })}
      actions={(row) => <FileMenu file={row} ways={ways} />}
    />
  );
}

function markText(mark: ReturnType<typeof fileMark>): string {
  if (mark === undefined) return "";
  return mark === "used" || mark === "noted" ? text.only[mark] : text.states[mark];
}
