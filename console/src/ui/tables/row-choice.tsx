import { messages } from "../../messages/messages.ts";
import { Checkbox } from "../fields/checkbox.tsx";
import type { RowId, Selection } from "./selection.ts";

/** Checkbox that selects all rows or none. */
export function AllRowsChoice({
  selection,
  order,
}: {
  readonly selection: Selection;
  readonly order: readonly RowId[];
}) {
  const count = selection.chosen.size === 0 ? 0 : order.filter((id) => selection.chosen.has(id)).length;
  return (
    <Checkbox
      label={messages.table.selectAll}
      checked={count > 0 && count === order.length}
      indeterminate={count > 0 && count < order.length}
      onChange={(isChosen) => selection.setDrawn(order, isChosen)}
    />
  );
}

/** Checkbox that selects a row; with Shift, all rows since the previous one. */
export function RowChoice({
  selection,
  order,
  id,
  name,
}: {
  readonly selection: Selection;
  readonly order: readonly RowId[];
  readonly id: RowId;
  readonly name: string;
}) {
  return (
    <Checkbox
      label={messages.table.select(name)}
      shortcut="x"
      checked={selection.chosen.has(id)}
      onChange={(_, event) => selection.toggle(id, order, event instanceof MouseEvent && event.shiftKey)}
    />
  );
}
