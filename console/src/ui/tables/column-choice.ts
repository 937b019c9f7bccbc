import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { keepColumns, keptColumns } from "./kept-columns.ts";

/** A column as people choose it. */
export interface ColumnName {
  readonly id: string;
  readonly title: string;
}

/** Which columns of a table are shown. */
export interface ColumnChoice {
  readonly columns: readonly ColumnName[];
  /** Ids of those that are shown; undefined while the user has not chosen, which is all that fit. */
  readonly shown: ReadonlySet<string> | undefined;
  readonly toggle: (id: string) => void;
  readonly showAll: () => void;
}

/**
 * The choice of a table's columns. The address decides; where it says nothing the browser remembers the last choice,
 * and that comes into the address, so that a view that is sent on is the view that was seen.
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
 * What a list of ids chooses of a table's columns, in their order: the first always, as it names the row; ids that nobody knows never.
 * Undefined where it chooses nothing, or everything.
 */
export function chosenColumns(columns: readonly ColumnName[], ids: string | undefined): string | undefined {
  const named = new Set(ids?.split(","));
  if (!columns.some(({ id }) => named.has(id))) return undefined;
  const chosen = columns.filter(({ id }, index) => index === 0 || named.has(id));
  return chosen.length === columns.length ? undefined : chosen.map(({ id }) => id).join(",");
}
