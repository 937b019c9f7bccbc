import type { ComponentProps } from "react";

/** A cell of a grid that draws no more rows than are visible: a table would have to have all of them. */
export function GridCell(props: ComponentProps<"span">) {
  // biome-ignore lint/a11y/useSemanticElements: there is no table around it
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and says which row is the current one
  return <span role="gridcell" {...props} />;
}

/** The head of a column of such a grid. */
export function GridHead(props: ComponentProps<"span">) {
  // biome-ignore lint/a11y/useSemanticElements: there is no table around it
  // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
  return <span role="columnheader" {...props} />;
}

/** A row of such a grid. */
export function GridRow(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: there is no table around it
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and says which row is the current one
  return <div role="row" {...props} />;
}

/** Rows of such a grid that belong together: its head, or its body. */
export function GridGroup(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: there is no table around it
  return <div role="rowgroup" {...props} />;
}

/** The grid itself. The component that makes one handles its keys. */
export function Grid(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: a table would have to have all of its rows
  return <div role="grid" tabIndex={0} {...props} />;
}
