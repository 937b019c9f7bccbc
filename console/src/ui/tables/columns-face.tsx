import { Columns3 } from "lucide-react";
import type { ComponentProps } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import { classes } from "../classes.ts";
import type { ColumnChoice } from "./column-choice.ts";

/** Button of the column selection, marked if columns are hidden. */
export function ColumnsFace({
  choice: { columns, shown },
  className,
  ...rest
}: ComponentProps<"button"> & { readonly choice: ColumnChoice }) {
  return (
    <Button className={classes("ml-auto", className)} {...rest}>
      <Columns3 aria-hidden size={15} className="text-muted" />
      {messages.table.columns}
      {shown && (
        <span className="font-normal text-muted tabular-nums">
          {messages.table.columnsShown(shown.size, columns.length)}
        </span>
      )}
    </Button>
  );
}
