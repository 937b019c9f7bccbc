import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { keepColumns, keptColumns } from "./kept-columns.ts";

/** Column that users can select. */
export interface ColumnName {
  readonly id: string;
  readonly title: string;
}

/** Selection of a table's columns. */
export interface ColumnChoice {
  readonly columns: readonly ColumnName[];
  /** Ids of the visible columns. Undefined: the default, which shows all columns that fit. */
  readonly shown: ReadonlySet<string> | undefined;
  readonly toggle: (id: string) => void;
  readonly showAll: () => void;
}

/**
 * Returns the selection of a table's columns. The address has precedence; without it, the last selection in this browser is used and
 * written to the address, so that a shared link shows the same view.
 */
export function useColumnChoice(
  table: string,
  columns: readonly ColumnName[],
  inAddress: string | undefined,
  onAddress: (ids: string | undefined) => void,
): ColumnChoice {
  const [kept, setKept] = useState(() => keptColumns(table));
  const asked = chosenColumns(columns, inAddress);
  const remembered = asked === undefined ? chosenColumns(columns, kept) : undefined;
  const bring = useEffectEvent(onAddress);
  useEffect(() => {
    if (remembered !== undefined) bring(remembered);
  }, [remembered]);
  const ids = asked ?? remembered;
  const shown = useMemo(() => (ids === undefined ? undefined : new Set(ids.split(","))), [ids]);
  const choose = (isShown: (id: string) => boolean) => {
    const all = columns.map(({ id }) => id);
    const next = chosenColumns(columns, all.filter(isShown).join(","));
    keepColumns(table, next);
    setKept(next);
    onAddress(next);
  };
  return {
    columns,
    shown,
    toggle: (id) => choose((each) => (each === id) !== (shown?.has(each) ?? true)),
    showAll: () => choose(() => true),
  };
}

/**
 * Returns the ids of selected columns in the table's order, always with the first one, which names the row, and without unknown ones.
 * Undefined if none or all are selected.
 */
export function chosenColumns(columns: readonly ColumnName[], ids: string | undefined): string | undefined {
  const named = new Set(ids?.split(","));
  if (!columns.some(({ id }) => named.has(id))) return undefined;
  const chosen = columns.filter(({ id }, index) => index === 0 || named.has(id));
  return chosen.length === columns.length ? undefined : chosen.map(({ id }) => id).join(",");
}
