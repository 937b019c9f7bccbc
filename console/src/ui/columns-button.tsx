import { Suspense, useState } from "react";
import type { ColumnChoice } from "./column-choice.ts";
import { ColumnsFace } from "./columns-face.tsx";
import { lazyPart } from "./lazy-part.ts";

const load = () => import("./opened-columns-button.tsx");
const OpenedColumnsButton = lazyPart(load);
/** Asked for when the pointer or the focus arrives, so that it is there when it is pressed. What fails then is told by the press. */
const loadAhead = () => void load().catch(() => undefined);

/** Which columns a table shows, in the bar above it. Its menu comes with the first press. */
export function ColumnsButton({
  choice,
  sort,
}: {
  readonly choice: ColumnChoice;
  /** What the table is sorted by, as its address says it. */
  readonly sort?: string | undefined;
}) {
  const [wasPressed, setPressed] = useState(false);
  const unpressed = (
    <ColumnsFace
      choice={choice}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp") && setPressed(true)}
    />
  );
  if (!wasPressed) return unpressed;
  return (
    <Suspense fallback={unpressed}>
      <OpenedColumnsButton choice={choice} sort={sort} />
    </Suspense>
  );
}
