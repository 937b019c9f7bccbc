import type { Caller } from "./call.ts";

/** Returns the caller's name for processes and the audit trail: `admin-key:7`, `account:admin`, `file-account:Admin`. Never a secret. */
export function callerName(caller: Caller): string {
  if ("keyId" in caller) return `${caller.kind}:${caller.keyId}`;
  if (caller.kind === "agent") return `agent:${caller.agentId}`;
  if (caller.kind === "file-account") return `file-account:${caller.user}`;
  if ("user" in caller) return `${caller.kind === "session" ? "session" : "account"}:${caller.user}`;
  return caller.kind === "admin-token" ? "token" : caller.kind;
}
