/** Requests and tasks for the agent on the database host. */

export type { AgentClient, AgentState, HostRange } from "./agent-client.ts";
export { type TaskOffer, waitsForAgent } from "./tasks/task-job.ts";
export { type HostContent, retryHint, type StoredBytes } from "./transfers/stored-bytes.ts";
