const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Rows in the order of what `by` says of them: numbers by size, all else as people read it. */
export function sortedRows<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number,
  direction: 1 | -1,
): readonly Row[] {
  // Every value is asked for once, and not in each comparison.
  return rows
    .map((row) => ({ row, value: by(row) }))
    .sort(({ value: one }, { value: other }) =>
      typeof one === "number" && typeof other === "number"
        ? (one - other) * direction
        : collator.compare(String(one), String(other)) * direction,
    )
    .map(({ row }) => row);
}
