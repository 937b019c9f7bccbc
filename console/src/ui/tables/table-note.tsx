import type { ReactNode } from "react";
import { TableBar } from "./table-bar.tsx";

/** Bar above a table without filters: its description, and its column selection. */
export function TableNote({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <TableBar className="gap-x-3 gap-y-2 pr-3 pl-4">
      <p className="flex-1 basis-60 text-muted text-sm">{text}</p>
      {children}
    </TableBar>
  );
}
