import { lazyPart } from "../lazy-part.ts";
import { useFirstPress } from "../menus/use-first-press.ts";
import type { ColumnChoice } from "./column-choice.ts";
import { ColumnsFace } from "./columns-face.tsx";

const load = () => import("./opened-columns-button.tsx");
const OpenedColumnsButton = lazyPart(load);

/** Button in the bar above a table that selects its columns. Its menu is created on the first press. */
export function ColumnsButton({
  choice,
  sort,
}: {
  readonly choice: ColumnChoice;
  /** Column that the table is sorted by, as in the address. */
  readonly sort?: string | undefined;
}) {
  const { wasPressed, buttonProps } = useFirstPress(load);
  const unpressed = <ColumnsFace choice={choice} {...buttonProps} />;
  if (!wasPressed) return unpressed;
  return <OpenedColumnsButton choice={choice} sort={sort} fallback={unpressed} />;
}
