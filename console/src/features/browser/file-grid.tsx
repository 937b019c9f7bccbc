import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import type { HostFile } from "#shared/browser/contract.ts";
import { browserMessages } from "../../messages/english/browser.ts";
import { messages } from "../../messages/messages.ts";
import { classes } from "../../ui/classes.ts";
import { ContextMenu } from "../../ui/menus/context-menu.tsx";
import type { MenuGroups } from "../../ui/menus/menu-entries.tsx";
import { Grid, GridGroup, GridHead, GridRow } from "../../ui/tables/grid-parts.tsx";
import { AllRowsChoice } from "../../ui/tables/row-choice.tsx";
import type { Selection } from "../../ui/tables/selection.ts";
import { useNarrow } from "../../ui/use-media.ts";
import { download } from "./download.ts";
import { fileEntries } from "./file-entries.ts";
import { FileCard, FileColumns, type RowParts } from "./file-row.tsx";
import { isFolder } from "./folder-list.ts";
import { rowAfter } from "./row-after.ts";

const text = browserMessages;
const rowHeights = { columns: 40, card: 60 } as const;
/** Number of rows before the end at which the next page is requested. */
const ahead = 300;

interface GridProps extends Pick<RowParts, "name" | "ways" | "sizes"> {
  readonly label: string;
  readonly files: readonly HostFile[];
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
  readonly selection: Selection | undefined;
  /** Paths of files that can be selected. */
  readonly choosable: readonly string[];
  readonly onUp: () => void;
  /** Menu entries for the area without files. */
  readonly folderEntries: MenuGroups;
}

/** Files in rows of equal height, rendered only while they are visible. Keys move the current row and act on it. */
export function FileGrid(props: GridProps) {
  const { label, files, hasMore, onMore, sort, onSort, selection, choosable, name, ways, sizes, folderEntries } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const isNarrow = useNarrow();
  const [current, setCurrent] = useState(0);
  const [pressed, setPressed] = useState<HostFile>();
  const anchor = useRef(0);
  const rowHeight = isNarrow ? rowHeights.card : rowHeights.columns;
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows with a new height need a new layout
  useEffect(() => {
    rows.measure();
  }, [rowHeight]);
  const drawn = rows.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= files.length - ahead) onMore();
  }, [hasMore, last, files.length, onMore]);

  const go = (row: number, extend: boolean): void => {
    setCurrent(row);
    rows.scrollToIndex(row);
    if (!extend) anchor.current = row;
    else if (selection) {
      const [from, to] = [Math.min(anchor.current, row), Math.max(anchor.current, row)];
      const paths = files.slice(from, to + 1).map(({ path }) => path);
      selection.setAll(paths);
    }
  };
  const open = (file: HostFile): void => {
    if (isFolder(file)) ways.onOpen(file.path);
    else if (file.mark === "hosted") ways.onOpenPage(file.name);
    else if (file.capabilities.canDownload) download(file);
  };
  const choose = (file: HostFile, withRange: boolean): void =>
    selection?.toggle(
      file.path,
      files.map(({ path }) => path),
      withRange,
    );
  // A stable function for all rows, so that a row only renders again when its content changes.
  const choosing = useRef(choose);
  choosing.current = choose;
  const onChoose = useCallback((file: HostFile, withRange: boolean) => choosing.current(file, withRange), []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const isControl = event.target !== box.current;
    if (event.ctrlKey || event.metaKey || (event.altKey && event.key !== "ArrowUp")) return;
    const next = rowAfter(event.key, current, files.length, Math.floor((box.current?.clientHeight ?? 0) / rowHeight));
    const file = files[current];
    if (next !== undefined && !event.altKey) go(next, event.shiftKey);
    else if (event.key === "Backspace" || (event.altKey && event.key === "ArrowUp")) props.onUp();
    else if (file === undefined || isControl) return;
    else if (event.key === "Enter") open(file);
    else if (event.key === " ") choose(file, event.shiftKey);
    else if (event.key === "F2" && file.capabilities.canChange) ways.onAsk("rename", file);
    else if (event.key === "Delete" && file.capabilities.canChange) ways.onAsk("remove", file);
    else return;
    event.preventDefault();
  };
  const rowOf = (event: MouseEvent): number | undefined => {
    const number = (event.target as Element).closest<HTMLElement>("[data-index]")?.dataset.index;
    return number === undefined ? undefined : Number(number);
  };
  const onContextMenu = (event: MouseEvent): void => {
    // The menu key refers to the current row, the pointer to the row under it.
    const row = event.button === 0 ? current : rowOf(event);
    setPressed(row === undefined ? undefined : files[row]);
    if (row !== undefined) setCurrent(row);
  };

  return (
    <ContextMenu
      className="flex min-h-0 flex-1 flex-col"
      groups={pressed === undefined ? folderEntries : fileEntries(pressed, ways)}
    >
      <Grid
        ref={box}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : files.length + 1}
        {...(selection && { "aria-multiselectable": true })}
        {...(files.length > 0 && { "aria-activedescendant": `${id}-${current}` })}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        onClick={(event) => {
          const row = rowOf(event);
          if (row === undefined) return;
          anchor.current = row;
          setCurrent(row);
        }}
        onDoubleClick={(event) => {
          const file = files[rowOf(event) ?? -1];
          if (file && !(event.target as Element).closest("a, button")) open(file);
        }}
        className="group/grid relative min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
      >
        <GridGroup className="sticky top-0 z-10 bg-panel">
          <Head isNarrow={isNarrow} sort={sort} onSort={onSort} selection={selection} choosable={choosable} />
        </GridGroup>
        <GridGroup className="relative" style={{ height: rows.getTotalSize() }}>
          {drawn.map(({ index, start, size }) => {
            const file = files[index];
            if (file === undefined) return null;
            const isChosen = selection?.chosen.has(file.path) ?? false;
            const Row = isNarrow ? FileCard : FileColumns;
            return (
              <GridRow
                key={file.path}
                id={`${id}-${index}`}
                tabIndex={-1}
                data-index={index}
                aria-rowindex={index + 2}
                {...(selection && { "aria-selected": isChosen })}
                className={classes(
                  "absolute inset-x-0 top-0 flex items-center border-line border-b",
                  isChosen ? "bg-selection" : "hover:bg-page",
                  index === current && "group-focus-visible/grid:shadow-[inset_0_0_0_2px_var(--accent)]",
                )}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <Row
                  file={file}
                  name={name}
                  ways={ways}
                  sizes={sizes}
                  isCurrent={index === current}
                  isChosen={isChosen}
                  onChoose={selection && onChoose}
                />
              </GridRow>
            );
          })}
        </GridGroup>
      </Grid>
    </ContextMenu>
  );
}

function Head({
  isNarrow,
  sort = "name",
  onSort,
  selection,
  choosable,
}: Pick<GridProps, "sort" | "onSort" | "selection" | "choosable"> & { readonly isNarrow: boolean }) {
  const columns = [
    ["name", text.name, "min-w-0 flex-1"],
    ["size", text.size, "w-32 shrink-0"],
    ["time", text.time, "w-36 shrink-0"],
  ] as const;
  return (
    <GridRow aria-rowindex={1} className="flex h-9 items-center border-line border-b text-muted text-sm">
      {selection && (
        <GridHead className="w-10 shrink-0 pl-3">
          <AllRowsChoice selection={selection} order={choosable} />
        </GridHead>
      )}
      {columns.map(([column, title, className]) => {
        const isUp = sort === column;
        const isDown = sort === `-${column}`;
        return (
          <GridHead
            key={column}
            {...((isUp || isDown) &&
              onSort && { "aria-sort": isUp ? ("ascending" as const) : ("descending" as const) })}
            className={classes("px-3 font-medium", isNarrow ? "shrink-0" : className)}
          >
            {onSort ? (
              <button
                type="button"
                onClick={() => onSort(isUp ? `-${column}` : column)}
                className="-mx-1 inline-flex h-target min-w-target items-center gap-1 rounded px-1 hover:text-text"
              >
                {title}
                {isUp && <ArrowUp aria-hidden size={13} />}
                {isDown && <ArrowDown aria-hidden size={13} />}
              </button>
            ) : (
              title
            )}
          </GridHead>
        );
      })}
      {!isNarrow && <GridHead aria-label={messages.table.actions} className="w-20 shrink-0" />}
    </GridRow>
  );
}
