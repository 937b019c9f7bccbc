import type { ReactNode } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import type { RowId, Selection } from "./selection.ts";
import { TableBar } from "./table-bar.tsx";

/** Bar that replaces a table's filters while rows are selected, with their number, a button that selects all, and the actions for them. */
export function SelectionBar({
  text,
  chosen,
  ids,
  selection,
  onAll = () => selection.setAll(ids ?? []),
  isBusy = false,
  children,
}: {
  /** Number of selected rows as text. */
  readonly text: string;
  readonly chosen: number;
  /** Ids of all rows that match the filter, rendered or not; undefined until `onAll` has loaded them. */
  readonly ids: readonly RowId[] | undefined;
  readonly selection: Selection;
  readonly onAll?: () => void;
  /** True while the remaining rows are loading. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}) {
  const all = ids?.length;
  const areMore = all === undefined || chosen < all;
  return (
    <TableBar isPinned>
      <span className="px-1 font-medium">
        {areMore && selection.areDrawn ? messages.table.shownSelected(chosen) : text}
      </span>
      {areMore && (
        <Button look="quiet" busy={isBusy} onClick={onAll}>
          {messages.table.selectEach(all)}
        </Button>
      )}
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <Button look="quiet" onClick={selection.clear}>
          {messages.table.clearSelection}
        </Button>
        {children}
      </span>
    </TableBar>
  );
}
