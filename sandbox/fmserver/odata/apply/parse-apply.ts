import { parseFailure, syntaxError } from "../odata-error.ts";
import { readName } from "../query/identifier.ts";
import { splitTop } from "../query/split-top.ts";

/** Expression in `aggregate(...)`, which reduces the values of a field, or the rows themselves, to one value. */
export interface Aggregate {
  /** Undefined: rows are counted. */
  readonly field: string | undefined;
  readonly method: "sum" | "average" | "min" | "max" | "countdistinct" | "count";
  readonly alias: string;
}

/** Step of `$apply`. */
export type ApplyStep =
  | { readonly kind: "filter"; readonly expression: string }
  | { readonly kind: "aggregate"; readonly aggregates: readonly Aggregate[] }
  | { readonly kind: "groupby"; readonly fields: readonly string[]; readonly aggregates: readonly Aggregate[] };

/** Parses `$apply`. @throws ODataError -1002 */
export function parseApply(text: string): readonly ApplyStep[] {
  return splitTop(text, "/").map(parseStep);
}

function parseStep(text: string): ApplyStep {
  const [, name, inner = ""] = /^(\w+)\((.*)\)$/s.exec(text) ?? [];
  switch (name) {
    case "filter":
      return { kind: "filter", expression: inner };
    case "aggregate":
      return { kind: "aggregate", aggregates: parseAggregates(inner) };
    case "groupby": {
      const [list = "", then, ...more] = splitTop(inner, ",");
      const fields = /^\((.*)\)$/s.exec(list)?.[1];
      if (fields === undefined || more.length > 0) throw syntaxError(inner);
      const step = then === undefined ? undefined : parseStep(then);
      if (step !== undefined && step.kind !== "aggregate") throw parseFailure(then ?? inner);
      return { kind: "groupby", fields: splitTop(fields, ",").map(readName), aggregates: step?.aggregates ?? [] };
    }
    default:
      throw parseFailure(name ?? text);
  }
}

function parseAggregates(text: string): readonly Aggregate[] {
  return splitTop(text, ",").map((part) => {
    const count = /^\$count\s+as\s+(.+)$/.exec(part)?.[1];
    if (count !== undefined) return { field: undefined, method: "count", alias: readName(count) };
    const [, field, method, alias] = /^(.+?)\s+with\s+(\w+)\s+as\s+(.+)$/.exec(part) ?? [];
    const known = METHODS.find((name) => name === method);
    if (field === undefined || alias === undefined || known === undefined) throw parseFailure(part);
    return { field: readName(field), method: known, alias: readName(alias) };
  });
}

const METHODS = ["sum", "average", "min", "max", "countdistinct"] as const;
