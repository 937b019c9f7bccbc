import type { ReactNode } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import type { RowId, Selection } from "./selection.ts";
import { TableBar } from "./table-bar.tsx";

/** What takes the place of a table's filters while rows are chosen: how many, the way to all of them, and what to do with them. */
export function SelectionBar({
  text,
  chosen,
  ids,
  selection,
  onAll = () => selection.setAll(ids ?? []),
  isBusy = false,
  children,
}: {
  /** How many are chosen, in the words of the page. */
  readonly text: string;
  readonly chosen: number;
  /** All that fit the filter, drawn or not; undefined before they were read, which `onAll` does. */
  readonly ids: readonly RowId[] | undefined;
  readonly selection: Selection;
  readonly onAll?: () => void;
  /** The rest is being read. */
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
        <Button onVisible="quiet" busy={isBusy} onClick={onAll}>
          {messages.table.selectEach(all)}
        </Button>
      )}
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <Button onVisible="quiet" onClick={selection.clear}>
          {messages.table.clearSelection}
        </Button>
        {children}
      </span>
    </TableBar>
  );
}
