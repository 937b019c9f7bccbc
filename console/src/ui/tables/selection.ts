import { useRef, useState } from "react";

export type RowId = number | string;

interface Choice {
  readonly ids: ReadonlySet<RowId>;
  /** True if the checkbox above the rows selected all rows that were rendered at that time, which may not be all existing ones. */
  readonly areDrawn: boolean;
}

const none: Choice = { ids: new Set(), areDrawn: false };

/** Returns the selected rows. Shift selects all rows between the previous and the current one. */
export function useSelection() {
  const [{ ids: chosen, areDrawn }, setChoice] = useState(none);
  const last = useRef<RowId>(undefined);
  return {
    chosen,
    areDrawn,
    clear: () => setChoice(none),
    setDrawn: (ids: readonly RowId[], isChosen: boolean) =>
      setChoice(isChosen ? { ids: new Set(ids), areDrawn: true } : none),
    setAll: (ids: readonly RowId[]) => setChoice({ ids: new Set(ids), areDrawn: false }),
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
      setChoice({ ids: next, areDrawn: false });
    },
  };
}
export type Selection = ReturnType<typeof useSelection>;
