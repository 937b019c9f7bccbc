import type { FieldType } from "../../world/schema/field-schema.ts";
import { type Cell, cellText } from "../../world/values/cell.ts";
import type { CriterionContext } from "./criterion-context.ts";
import { dateCriterion } from "./date-criterion.ts";
import { numberCriterion } from "./number-criterion.ts";
import { textCriterion } from "./text-criterion.ts";

/** Compiles a find criterion with its operators to a test of a cell. */
export function compileCriterion(
  type: FieldType,
  criterion: string,
  context: CriterionContext,
): (cell: Cell) => boolean {
  const text = criterion.trim();
  if (text === "=" || text === "==") return (cell) => cellText(cell) === "";
  if (text === "*") return (cell) => cellText(cell) !== "";
  switch (type) {
    case "number":
      return numberCriterion(text);
    case "date":
    case "time":
    case "timestamp":
      return dateCriterion(type, text, context);
    default:
      return textCriterion(criterion);
  }
}
