import type { Target, ValuesOf } from "../target.ts";

/** Every figure of AI clients that has a bound. */
export const mcpTargets = {
  listed: {
    sentence: "tools/list with 50 tools, c=8: to the SDK's low-level server without keys",
    unit: "x",
    atLeast: 0.7,
  },
  called: {
    sentence: "tools/call with 50 tools, c=8: to the SDK's low-level server without keys",
    unit: "x",
    atLeast: 0.7,
  },
  functionImport: { sentence: "the MCP function's bundle imported", unit: "ms", atMost: 120 },
  functionBundle: { sentence: "the MCP function's bundle", unit: "MB", atMost: 1.25 },
} as const satisfies Record<string, Target>;

export type McpValues = ValuesOf<typeof mcpTargets>;
