/** Processes and their logs, for the resources whose work they describe. */

export type { ProcessEnd } from "./process-end.ts";
export { LogLineRecord, type NewLine, type ProcessRecord } from "./record.ts";
export { isFinal } from "./rules.ts";
export { maxLinesAtOnce, openProcesses, type ProcessChange, type ProcessStore } from "./store.ts";
export { keptOutput, toolLogName } from "./tool-log.ts";
