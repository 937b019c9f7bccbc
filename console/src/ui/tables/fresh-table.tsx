import { ArrowUp } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import { DataTable } from "./data-table.tsx";
import type { RowId } from "./selection.ts";

/** Maximum distance from the top at which a page counts as scrolled to the top, in pixels. */
const nearPx = 8;

/**
 * Table that receives new rows at its top. While the user is scrolled down, they are held back, so that nothing moves under the pointer.
 * `question`: the request for the rows. After it changes, all rows are shown immediately.
 */
export function FreshTable<Row extends { readonly id: RowId }>({
  question,
  rows,
  ...rest
}: ComponentProps<typeof DataTable<Row>> & { readonly question: string }) {
  const isAtTop = useAtTop();
  const [known, setKnown] = useState(() => knownOf(question, rows));
  const first = rows.findIndex(({ id }) => known.ids.has(id));
  // If none of the known rows is left, this is another list.
  const isOther = known.question !== question || first < 0;
  const show = () => {
    const come = isOther ? [] : [...known.fresh, ...rows.slice(0, first).map(({ id }) => id)];
    setKnown(knownOf(question, rows, come));
  };
  if (rows.length > 0 && (isOther || (isAtTop && first > 0))) show();
  const fresh = isOther || isAtTop ? 0 : first;
  return (
    <>
      {fresh > 0 && (
        <div className="pointer-events-none fixed inset-x-0 top-[calc(6.5rem+var(--table-bar,0px))] z-20 flex justify-center">
          <Button
            look="primary"
            className="pointer-events-auto shadow-lg"
            onClick={() => {
              show();
              window.scrollTo({ top: 0 });
            }}
          >
            <ArrowUp aria-hidden size={14} />
            {messages.table.fresh(fresh)}
          </Button>
        </div>
      )}
      <DataTable {...rest} rows={rows.slice(fresh)} fresh={known.fresh} />
    </>
  );
}

interface Known {
  readonly question: string;
  readonly ids: ReadonlySet<RowId>;
  /** Rows that have arrived at the top since the list was opened. */
  readonly fresh: ReadonlySet<RowId>;
}

function knownOf(question: string, rows: readonly { readonly id: RowId }[], fresh: Iterable<RowId> = []): Known {
  return { question, ids: new Set(rows.map(({ id }) => id)), fresh: new Set(fresh) };
}

function useAtTop(): boolean {
  const [isAtTop, setAtTop] = useState(() => window.scrollY <= nearPx);
  useEffect(() => {
    const update = () => setAtTop(window.scrollY <= nearPx);
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, []);
  return isAtTop;
}
