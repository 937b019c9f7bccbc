/** Tool sets, schemas and guards of the Model Context Protocol, for servers of scripts and records. */

export type { Confirm, Preview } from "./guards/confirmations.ts";
export type { CountedTool } from "./guards/counted-tool.ts";
export type { Cursors } from "./guards/cursors.ts";
export { type GatheringDependencies, gatheredWrites } from "./guards/gathered-writes.ts";
export { type CountCall, perMinute, type ToolLimits } from "./guards/rates.ts";
export { withoutEmpty } from "./protocol/plain-text.ts";
export { problemsOf, type ToolSchema, type ValueSchema, withDefaults, withoutNulls } from "./protocol/schema.ts";
export {
  CallerRefused,
  type Tool,
  type ToolCall,
  type ToolOutcome,
  type ToolSet,
  ToolUnknown,
} from "./protocol/tool-set.ts";
