import { messages } from "./messages.ts";

/** Returns a caller's display name from the name in processes and the audit trail: `account:admin` becomes `admin`. */
export function callerText(caller: string): string {
  const [kind = caller, ...rest] = caller.split(":");
  const name = rest.join(":");
  const text = messages.callers.find(([known]) => known === kind)?.[1];
  return text === undefined ? caller : text(name);
}
