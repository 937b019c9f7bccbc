import type { Value } from "./value.ts";

export type BinaryOperator =
  | "or"
  | "and"
  | "eq"
  | "ne"
  | "gt"
  | "ge"
  | "lt"
  | "le"
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "mod";

/** Parsed `$filter`, independent of a table. */
export type Expression =
  | { readonly kind: "literal"; readonly value: Value }
  | { readonly kind: "field"; readonly name: string; readonly position: number }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "cast"; readonly operand: Expression; readonly type: string }
  | { readonly kind: "not" | "negative"; readonly operand: Expression }
  | { readonly kind: "in"; readonly operand: Expression; readonly list: readonly Expression[] }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    };
