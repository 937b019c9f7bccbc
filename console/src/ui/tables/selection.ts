import { useRef, useState } from "react";

export type RowId = number | string;

/** Which rows are chosen. Shift chooses all rows between this one and the one before. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<RowId>>(new Set());
  const last = useRef<RowId>(undefined);
  return {
    chosen,
    clear: () => setChosen(new Set()),
    setAll: (ids: readonly RowId[], isChosen: boolean) => setChosen(new Set(isChosen ? ids : [])),
    toggle(id: RowId, order: readonly RowId[], withRange: boolean) {
      const from = last.current === undefined ? -1 : order.indexOf(last.current);
      const to = order.indexOf(id);
      const range = withRange && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      const next = new Set(chosen);
      for (const each of range) {
        if (chosen.has(id)) next.delete(each);
        else next.add(each);
      }
      last.current = id;
      setChosen(next);
    },
  };
}
export type Selection = ReturnType<typeof useSelection>;
