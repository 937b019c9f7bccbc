/** Completed call of an MCP tool. */
export interface CountedTool {
  /** Server name from the URL; `admin-mcp` for the tools of administrators. */
  readonly server: string;
  readonly tool: string;
  readonly how:
    | "done"
    | "asked"
    | "script-error"
    | "refused"
    | "timeout"
    | "unavailable"
    | "failed"
    | "cancelled"
    | "limited";
  readonly durationMs: number;
}
