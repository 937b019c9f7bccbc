import type { Target, ValuesOf } from "../target.ts";

/** Targets of AI clients. */
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
  scriptAdded: { sentence: "a tool that runs a script, c=1: p50 added to calling OData", unit: "ms", atMost: 5 },
  functionImport: { sentence: "the MCP functions' bundles imported, the slower one", unit: "ms", atMost: 120 },
  functionBundle: { sentence: "the MCP functions' bundles, the larger one", unit: "MB", atMost: 1.25 },
  signInImport: { sentence: "the bundle of sign-ins imported", unit: "ms", atMost: 200 },
  signInBundle: { sentence: "the bundle of sign-ins", unit: "MB", atMost: 2 },
} as const satisfies Record<string, Target>;

export type McpValues = ValuesOf<typeof mcpTargets>;
