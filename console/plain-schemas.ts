import type { Plugin } from "vite";

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Described extends SyntaxNode {
  readonly callee: SyntaxNode & {
    readonly object: SyntaxNode;
    readonly property: SyntaxNode & { readonly name?: string };
  };
}

/** Removes schema descriptions from the build: users read them in the API reference, and forms don't show them. */
export const plainSchemas: Plugin = {
  name: "plain-schemas",
  transform: {
    order: "post",
    filter: { id: /\/shared\/.*\.ts$/, code: ".describe(" },
    handler(code) {
      const cuts = describedIn(this.parse(code)).map(({ callee, end }) => ({ from: callee.object.end, to: end }));
      let plain = code;
      // Backwards, so that positions before each cut stay valid. An outer call contains the cut of an inner one completely or not at all.
      for (const { from, to } of cuts.sort((one, other) => other.from - one.from))
        plain = plain.slice(0, from) + plain.slice(to);
      return { code: plain, map: null };
    },
  },
};

function describedIn(node: unknown): readonly Described[] {
  if (typeof node !== "object" || node === null) return [];
  const below = Object.values(node).flatMap(describedIn);
  return isDescribed(node as SyntaxNode) ? [node as Described, ...below] : below;
}

function isDescribed(node: SyntaxNode): node is Described {
  if (node.type !== "CallExpression") return false;
  const { callee } = node as Described;
  return callee.type === "MemberExpression" && callee.property.name === "describe";
}
