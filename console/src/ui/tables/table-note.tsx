import type { ReactNode } from "react";
import { TableBar } from "./table-bar.tsx";

/** The bar above a table that has no filters: what it shows, and what can be chosen of it. */
export function TableNote({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <TableBar className="gap-x-3 gap-y-2 pr-3 pl-4">
      <p className="flex-1 basis-60 text-muted text-sm">{text}</p>
      {children}
    </TableBar>
  );
}
