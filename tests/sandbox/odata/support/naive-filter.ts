import fc from "fast-check";

/** Two numbers and two texts; each may be empty. */
export interface Row {
  readonly a: number | null;
  readonly b: number | null;
  readonly t: string | null;
  readonly u: string | null;
}

type NumberNode =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "number"; readonly field: "a" | "b" }
  | {
      readonly kind: "arithmetic";
      readonly operator: "add" | "sub" | "mul";
      readonly left: NumberNode;
      readonly right: NumberNode;
    }
  | { readonly kind: "length"; readonly of: TextNode };

type TextNode =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "text"; readonly field: "t" | "u" }
  | { readonly kind: "case"; readonly to: "tolower" | "toupper"; readonly of: TextNode }
  | { readonly kind: "concat"; readonly left: TextNode; readonly right: TextNode };

/** Filter as a tree, from which its text is written. */
export type Node =
  | {
      readonly kind: "compare";
      readonly operator: "eq" | "ne" | "lt" | "le" | "gt" | "ge";
      readonly left: NumberNode | TextNode;
      readonly right: NumberNode | TextNode;
    }
  | {
      readonly kind: "part";
      readonly how: "contains" | "startswith" | "endswith";
      readonly of: TextNode;
      readonly part: TextNode;
    }
  | { readonly kind: "isEmpty"; readonly field: "a" | "b" | "t" | "u" }
  | { readonly kind: "in"; readonly of: NumberNode; readonly list: readonly number[] }
  | { readonly kind: "not"; readonly of: Node }
  | { readonly kind: "and" | "or"; readonly left: Node; readonly right: Node };

const letters = fc.string({ unit: fc.constantFrom("a", "B", "'", " ", ",", "é", ")"), maxLength: 4 });
const smallNumber = fc.integer({ min: -3, max: 3 });

const trees = fc.letrec<{ number: NumberNode; text: TextNode; node: Node }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant("number" as const), value: smallNumber }),
    fc.record({ kind: fc.constant("number" as const), field: fc.constantFrom("a" as const, "b" as const) }),
    fc.record({
      kind: fc.constant("arithmetic" as const),
      operator: fc.constantFrom("add" as const, "sub" as const, "mul" as const),
      left: tie("number"),
      right: tie("number"),
    }),
    fc.record({ kind: fc.constant("length" as const), of: tie("text") }),
  ),
  text: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant("text" as const), value: letters }),
    fc.record({ kind: fc.constant("text" as const), field: fc.constantFrom("t" as const, "u" as const) }),
    fc.record({
      kind: fc.constant("case" as const),
      to: fc.constantFrom("tolower" as const, "toupper" as const),
      of: tie("text"),
    }),
    fc.record({ kind: fc.constant("concat" as const), left: tie("text"), right: tie("text") }),
  ),
  node: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      comparison(tie("number")),
      comparison(tie("text")),
      fc.record({
        kind: fc.constant("part" as const),
        how: fc.constantFrom("contains" as const, "startswith" as const, "endswith" as const),
        of: tie("text"),
        part: tie("text"),
      }),
      fc.record({
        kind: fc.constant("isEmpty" as const),
        field: fc.constantFrom("a" as const, "b" as const, "t" as const, "u" as const),
      }),
      fc.record({
        kind: fc.constant("in" as const),
        of: tie("number"),
        list: fc.array(smallNumber, { minLength: 1, maxLength: 3 }),
      }),
    ),
    fc.record({ kind: fc.constant("not" as const), of: tie("node") }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      left: tie("node"),
      right: tie("node"),
    }),
  ),
}));

/** Filters of every shape that the tree can have. */
export const nodes: fc.Arbitrary<Node> = trees.node;

export const rows: fc.Arbitrary<Row> = fc.record({
  a: fc.option(smallNumber),
  b: fc.option(smallNumber),
  t: fc.option(letters),
  u: fc.option(letters),
});

/** Evaluates the filter for a row by three-valued logic; null is neither true nor false. */
export function naive(node: Node, row: Row): boolean | null {
  switch (node.kind) {
    case "and": {
      const [left, right] = [naive(node.left, row), naive(node.right, row)];
      if (left === false || right === false) return false;
      return left === null || right === null ? null : true;
    }
    case "or": {
      const [left, right] = [naive(node.left, row), naive(node.right, row)];
      if (left === true || right === true) return true;
      return left === null || right === null ? null : false;
    }
    case "not": {
      const inner = naive(node.of, row);
      return inner === null ? null : !inner;
    }
    case "isEmpty":
      return row[node.field] === null;
    case "in": {
      const value = valueIn(node.of, row);
      return node.list.some((item) => item === value);
    }
    case "part": {
      const [text, part] = [valueIn(node.of, row), valueIn(node.part, row)];
      if (text === null || part === null) return null;
      const [whole, piece] = [String(text), String(part)];
      if (node.how === "contains") return whole.split(piece).length > 1 || piece === "";
      return node.how === "startswith"
        ? whole.slice(0, piece.length) === piece
        : piece === "" || whole.slice(-piece.length) === piece;
    }
    case "compare": {
      const [left, right] = [valueIn(node.left, row), valueIn(node.right, row)];
      if (node.operator === "eq") return left === right;
      if (node.operator === "ne") return left !== right;
      if (left === null || right === null) return false;
      if (node.operator === "lt") return left < right;
      if (node.operator === "le") return left <= right;
      return node.operator === "gt" ? left > right : left >= right;
    }
  }
}

/** Returns the filter as text: with parentheses around everything, or only where precedence needs them. */
export function written(node: Node, parentheses: "all" | "needed"): string {
  const wrap = (inner: Node, isNeeded: boolean): string =>
    parentheses === "all" || isNeeded ? `(${written(inner, parentheses)})` : written(inner, parentheses);
  switch (node.kind) {
    case "and":
      return `${wrap(node.left, node.left.kind === "or")} and ${wrap(node.right, node.right.kind === "or")}`;
    case "or":
      return `${wrap(node.left, false)} or ${wrap(node.right, false)}`;
    case "not":
      return `not ${wrap(node.of, node.of.kind !== "part")}`;
    case "isEmpty":
      return `${node.field} eq null`;
    case "in":
      return `${writtenValue(node.of)} in (${node.list.join(",")})`;
    case "part":
      return `${node.how}(${writtenValue(node.of)},${writtenValue(node.part)})`;
    case "compare":
      return `${writtenValue(node.left)} ${node.operator} ${writtenValue(node.right)}`;
  }
}

function comparison<Side extends NumberNode | TextNode>(side: fc.Arbitrary<Side>): fc.Arbitrary<Node> {
  return fc.record({
    kind: fc.constant("compare" as const),
    operator: fc.constantFrom("eq" as const, "ne" as const, "lt" as const, "le" as const, "gt" as const, "ge" as const),
    left: side,
    right: side,
  });
}

function valueIn(node: NumberNode | TextNode, row: Row): number | string | null {
  switch (node.kind) {
    case "number":
    case "text":
      return "field" in node ? row[node.field] : node.value;
    case "length": {
      const text = valueIn(node.of, row);
      return text === null ? null : String(text).length;
    }
    case "case": {
      const text = valueIn(node.of, row);
      if (text === null) return null;
      return node.to === "tolower" ? String(text).toLowerCase() : String(text).toUpperCase();
    }
    case "concat": {
      const [left, right] = [valueIn(node.left, row), valueIn(node.right, row)];
      return left === null || right === null ? null : `${left}${right}`;
    }
    case "arithmetic": {
      const [left, right] = [valueIn(node.left, row), valueIn(node.right, row)];
      if (left === null || right === null) return null;
      const [a, b] = [Number(left), Number(right)];
      return node.operator === "add" ? a + b : node.operator === "sub" ? a - b : a * b;
    }
  }
}

function writtenValue(node: NumberNode | TextNode): string {
  switch (node.kind) {
    case "number":
      return "field" in node ? node.field : String(node.value);
    case "text":
      return "field" in node ? node.field : `'${node.value.replaceAll("'", "''")}'`;
    case "length":
      return `length(${writtenValue(node.of)})`;
    case "case":
      return `${node.to}(${writtenValue(node.of)})`;
    case "concat":
      return `concat(${writtenValue(node.left)},${writtenValue(node.right)})`;
    case "arithmetic":
      return `(${writtenValue(node.left)}) ${node.operator} (${writtenValue(node.right)})`;
  }
}
