import type { ComponentProps } from "react";

/** Cell of a grid that only renders visible rows: a table would need all of them. */
export function GridCell(props: ComponentProps<"span">) {
  // biome-ignore lint/a11y/useSemanticElements: it isn't in a table
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the current row
  return <span role="gridcell" {...props} />;
}

/** Column header of such a grid. */
export function GridHead(props: ComponentProps<"span">) {
  // biome-ignore lint/a11y/useSemanticElements: it isn't in a table
  // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
  return <span role="columnheader" {...props} />;
}

/** Row of such a grid. */
export function GridRow(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: it isn't in a table
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the current row
  return <div role="row" {...props} />;
}

/** Group of rows of such a grid: its head or its body. */
export function GridGroup(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: it isn't in a table
  return <div role="rowgroup" {...props} />;
}

/** Grid that only renders visible rows. The component that uses it handles its keys. */
export function Grid(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: a table would need all of its rows
  return <div role="grid" tabIndex={0} {...props} />;
}
