import { type RefObject, useEffect, useRef, useState } from "react";
import type { RowsHandle } from "../../../ui/rows/rows-view.tsx";
import type { LogSearch } from "../search/log-filter.ts";

/** Delay in milliseconds before the address is updated, so that holding down a key doesn't update it too often. */
const debounceMs = 200;

/** Returns the current line, and with Shift the selected range. The address follows the line, and opening an address goes to its line. */
export function useCurrentLine({
  search,
  onSearch,
  rows,
  isReady,
}: {
  readonly search: LogSearch;
  readonly onSearch: (change: LogSearch) => void;
  readonly rows: RefObject<RowsHandle | null>;
  readonly isReady: boolean;
}) {
  const wanted = search.line === undefined ? undefined : search.line - 1;
  const [current, setCurrent] = useState(wanted);
  const [anchor, setAnchor] = useState(wanted);
  const written = useRef(wanted);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that appear show the line, whether an address or the user chose it
  useEffect(() => {
    if (isReady && current !== undefined) rows.current?.show(current, "middle");
  }, [isReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address moves the line
  useEffect(() => {
    if (wanted === written.current) return;
    written.current = wanted;
    setCurrent(wanted);
    setAnchor(wanted);
    if (isReady && wanted !== undefined) rows.current?.show(wanted, "middle");
  }, [wanted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new line is written
  useEffect(() => {
    if (!isReady || current === wanted) return;
    const settling = window.setTimeout(() => {
      written.current = current;
      onSearch({ line: current === undefined ? undefined : current + 1 });
    }, debounceMs);
    return () => window.clearTimeout(settling);
  }, [current, isReady]);

  const choose = (number: number | undefined, extend: boolean): void => {
    setCurrent(number);
    if (!extend || anchor === undefined) setAnchor(number);
  };
  const isStretch = current !== undefined && anchor !== undefined && current !== anchor;
  return {
    current,
    choose,
    chosen: isStretch ? ([Math.min(current, anchor), Math.max(current, anchor)] as const) : undefined,
  };
}
