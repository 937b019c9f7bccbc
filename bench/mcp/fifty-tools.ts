import type { Tool, ToolSet } from "#shared/mcp/protocol/tool-set.ts";

/** Fifty tools like those of a file's scripts: four parameters each, and a result of about two hundred bytes. */
export const tools: readonly Tool[] = Array.from({ length: 50 }, (_, index) => ({
  name: `run_script_${index + 1}`,
  title: `Run script ${index + 1}`,
  description: "Finds the open orders of a customer and says how much is due, with the newest first.",
  inputSchema: {
    type: "object",
    properties: {
      customer: { type: "string", minLength: 1, maxLength: 100, description: "The customer's number" },
      since: { type: "string", maxLength: 30, description: "A day, such as 2026-11-20" },
      limit: { type: "integer", minimum: 1, maximum: 100 },
      open_only: { type: "boolean" },
    },
    required: ["customer"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}));

/** Result of each tool. */
export const result = {
  customer: "C-1007",
  due: 1_240.5,
  orders: [
    { number: "O-2201", day: "2026-11-18", amount: 840.5 },
    { number: "O-2187", day: "2026-11-02", amount: 400 },
  ],
};

/** The tools as a tool set. */
export const fiftyTools: ToolSet = {
  name: "bench",
  title: "Bench",
  version: "1.0.0",
  instructions: "Fifty tools.",
  list: async () => tools,
  call: async () => ({ kind: "result", content: result }),
};
