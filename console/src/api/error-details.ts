import { Refused } from "./refused.ts";
import { serviceNow } from "./service-clock.ts";

/** Version that this console was built from; set by the build. */
declare const CONSOLE_VERSION: string;

/** Returns the details that a colleague or maintainer needs for an investigation. No secrets: the console's addresses contain none. */
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

/** Returns the stack lines. Some browsers repeat the description before them. */
function stackOf(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Error) || thrown.stack === undefined) return [];
  const description = descriptionOf(thrown);
  const { stack } = thrown;
  return ["", stack.startsWith(description) ? stack.slice(description.length).trimStart() : stack];
}
