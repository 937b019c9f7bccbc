import { Columns3 } from "lucide-react";
import type { ComponentProps } from "react";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import type { ColumnChoice } from "./column-choice.ts";

/** The button of the choice of columns. It says when something is hidden. */
export function ColumnsFace({
  choice: { columns, shown },
  className,
  ...rest
}: ComponentProps<"button"> & { readonly choice: ColumnChoice }) {
  return (
    <Button className={classes("ml-auto", className)} {...rest}>
      <Columns3 aria-hidden size={15} className="text-muted" />
      {words.table.columns}
      {shown && (
        <span className="font-normal text-muted tabular-nums">
          {words.table.columnsShown(shown.size, columns.length)}
        </span>
      )}
    </Button>
  );
}
