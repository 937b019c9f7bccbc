import { type Cell, cellText, isContainerFile } from "../../world/values/cell.ts";
import { numberIn } from "../../world/values/number-text.ts";
import { leadingOperator, rangeEnds } from "./operators.ts";
import { wordPattern } from "./text-criterion.ts";

/** Compiles a criterion for a number field: `5`, `<5`, `1...5`, `?` for values that aren't numbers, wildcards for digits. */
export function numberCriterion(text: string): (cell: Cell) => boolean {
  if (text === "?") return (cell) => cell !== "" && numberOf(cell) === undefined;
  const ends = rangeEnds(text);
  if (ends !== undefined) {
    const [from, to] = [numberIn(ends[0]), numberIn(ends[1])];
    return test((value) => from !== undefined && to !== undefined && value >= from && value <= to);
  }
  const { operator, rest } = leadingOperator(text);
  if (/[*@#]/.test(rest)) {
    const pattern = new RegExp(`^${wordPattern(rest)}$`, "iu");
    return (cell) => cell !== "" && pattern.test(cellText(cell));
  }
  const wanted = numberIn(rest);
  if (wanted === undefined) return () => false;
  switch (operator) {
    case "<":
      return test((value) => value < wanted);
    case "<=":
      return test((value) => value <= wanted);
    case ">":
      return test((value) => value > wanted);
    case ">=":
      return test((value) => value >= wanted);
    default:
      return test((value) => value === wanted);
  }
}

function test(holds: (value: number) => boolean): (cell: Cell) => boolean {
  return (cell) => {
    const value = numberOf(cell);
    return value !== undefined && holds(value);
  };
}

function numberOf(cell: Cell): number | undefined {
  return isContainerFile(cell) ? undefined : numberIn(cell);
}
