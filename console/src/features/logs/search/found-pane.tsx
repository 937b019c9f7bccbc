import { type Ref, useCallback } from "react";
import { logMessages } from "../../../messages/english/logs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Empty, Failed, Loading } from "../../../ui/feedback/states.tsx";
import { type RowsHandle, RowsView } from "../../../ui/rows/rows-view.tsx";
import { byteSize } from "../../../ui/values/byte-size.tsx";
import { LogRow } from "../lines/log-row.tsx";
import type { Marker } from "./find-text.ts";
import type { LogSearch } from "./use-log-search.ts";

const text = logMessages;
/** Number of rows before the last one at which the next page is fetched. */
const ahead = 100;

/** Matches of the filters, newest first. Scrolling loads more. */
export function FoundPane({
  name,
  found,
  current,
  onCurrent,
  marker,
  handle,
  onClear,
}: {
  readonly name: string;
  readonly found: LogSearch;
  readonly current: number | undefined;
  readonly onCurrent: (index: number) => void;
  readonly marker: Marker;
  readonly handle: Ref<RowsHandle>;
  readonly onClear: () => void;
}) {
  const { records, pages, isPartial } = found;
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = pages;
  const onVisible = useCallback(
    (_first: number, end: number) => {
      if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPartial && end + ahead > records.length)
        void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, isFetchNextPageError, isPartial, fetchNextPage, records.length],
  );
  const row = useCallback(
    (index: number) => <LogRow shown={records[index]} digits={0} marker={marker} />,
    [records, marker],
  );

  if (pages.isPending) return <Loading rows={10} />;
  if (pages.data === undefined) return <Failed error={pages.error} onRetry={() => void pages.refetch()} />;
  return (
    <>
      {pages.isError && <Failed error={pages.error} onRetry={() => void fetchNextPage()} />}
      {records.length > 0 && (
        <RowsView
          label={text.foundLabel(name)}
          rows={records.length}
          row={row}
          onVisible={onVisible}
          current={current}
          onCurrent={onCurrent}
          handle={handle}
        />
      )}
      {records.length === 0 && !hasNextPage && (
        <Empty title={text.noMatch}>
          <Button onClick={onClear}>{text.clearFilters}</Button>
        </Empty>
      )}
      {isPartial && hasNextPage && (
        <div className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-2 text-sm">
          <span className="min-w-0 flex-1">
            {text.partial} {text.searched(byteSize(found.scannedBytes), byteSize(found.sizeBytes))}
          </span>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text.goOn}
          </Button>
        </div>
      )}
    </>
  );
}
