import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/** Call of `verifies` in a test file. */
interface Citation {
  /** The requirement's id; undefined if it isn't a literal, so that no reader can find it. */
  readonly id: string | undefined;
  /** Path of the test file, relative to the repository root. */
  readonly file: string;
}

/** Returns all citations in `tests/**\/*.test.ts` and `*.test.tsx`. */
export function readCitations(): readonly Citation[] {
  const tests = new URL("../", import.meta.url);
  return readdirSync(tests, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => citationsIn(readFileSync(new URL(name, tests), "utf8"), `tests/${name}`));
}

/** Returns the citations in a source text. The text is parsed, so that similar comments and strings don't count. */
export function citationsIn(source: string, file: string): readonly Citation[] {
  const found: Citation[] = [];
  visit(parseSync(source, { syntax: "typescript", tsx: file.endsWith("x"), target: "es2024" }), (node) => {
    if (node.type !== "CallExpression" || !isCalled(node.callee, "verifies")) return;
    found.push({ id: literal(firstArgument(node.arguments)), file });
  });
  return found;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (isNode(value)) {
    see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
}

const isCalled = (callee: unknown, name: string): boolean =>
  isNode(callee) && callee.type === "Identifier" && callee.value === name;

function firstArgument(list: unknown): unknown {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return isNode(first) ? first.expression : undefined;
}

function literal(expression: unknown): string | undefined {
  if (!isNode(expression) || expression.type !== "StringLiteral") return undefined;
  return String(expression.value);
}
