import { messages } from "./messages.ts";

/** Who has called, as people say it, from the name that processes and the audit trail give: `account:admin` is `admin`. */
export function callerText(caller: string): string {
  const [kind = caller, ...rest] = caller.split(":");
  const name = rest.join(":");
  const text = messages.callers.find(([known]) => known === kind)?.[1];
  return text === undefined ? caller : text(name);
}
