import { Refused } from "./refused.ts";
import { serviceNow } from "./service-clock.ts";

/** The version that this console was built from; the build sets it. */
declare const CONSOLE_VERSION: string;

/** What a colleague or a maintainer needs to look into it. No secret is in it: addresses of the console have none. */
export function detailsOf(thrown: unknown): string {
  const where = [`Page: ${location.pathname}${location.search}`, `Version: ${CONSOLE_VERSION}`];
  if (thrown instanceof Refused)
    return [
      thrown.message,
      `Operation: ${thrown.operation}`,
      `Status: ${thrown.status}${thrown.code === undefined ? "" : `, error ${thrown.code}`}`,
      `Request: ${thrown.requestId ?? "none"}`,
      `Time: ${thrown.at.toISOString()}`,
      ...where,
    ].join("\n");
  const time = `Time: ${new Date(serviceNow()).toISOString()}`;
  return [descriptionOf(thrown), ...where, time, `Browser: ${navigator.userAgent}`, ...stackOf(thrown)].join("\n");
}

function descriptionOf(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}

/** Where it was thrown. Some browsers repeat the description in front of it. */
function stackOf(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Error) || thrown.stack === undefined) return [];
  const description = descriptionOf(thrown);
  const { stack } = thrown;
  return ["", stack.startsWith(description) ? stack.slice(description.length).trimStart() : stack];
}
