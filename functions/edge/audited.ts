import type { AuditEnd, AuditSubject } from "#shared/audit/record.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { auditTrail, auditTrailObject, eventFeed } from "../wiring/calls.ts";
import { asServiceError } from "./answers/envelope.ts";
import type { Exchange } from "./exchange.ts";
import { headerIn } from "./headers.ts";

const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Answer types whose operations alone can say what they changed. */
const namedByOperation: ReadonlySet<Operation["answers"]> = new Set(["bytes", "relay", "raw", "mcp"] as const);

/**
 * Performs an operation. If it changes something, writes the audit trail twice: before, so that no change goes unrecorded, and after, with
 * the outcome. For operations without a credential, only what was done is written, at the end, so that unknown clients can't fill the
 * table.
 */
export async function audited<T>(exchange: Exchange, perform: () => Promise<T>): Promise<T> {
  const { input, caller, route } = exchange;
  if (route === undefined || !isChange(route.operation)) return perform();
  const { operation } = route;
  const end = caller.kind === "anyone" ? undefined : await begin(exchange, objectsOf(operation, input, undefined));
  try {
    const output = await perform();
    const ended: AuditEnd = { outcome: "done", error: null, objects: objectsOf(operation, input, output) };
    await (end ?? noteAtEnd(exchange))(ended);
    for (const object of ended.objects) publish(exchange, object);
    return output;
  } catch (thrown) {
    const { error, status } = asServiceError(thrown);
    const outcome = status < 500 ? "refused" : "failed";
    await end?.({ outcome, error, objects: objectsOf(operation, input, undefined) });
    if (end !== undefined) publish(exchange, auditTrailObject);
    throw thrown;
  }
}

/** Records the outcome for objects that the call could not name earlier. */
export async function noteDone(exchange: Exchange, objects: readonly string[]): Promise<void> {
  exchange.isAudited = true;
  const ended: AuditEnd = { outcome: "done", error: null, objects: [...objects] };
  await auditTrail(exchange.platform).note(subjectOf(exchange, objects), ended);
  for (const object of objects) publish(exchange, object);
}

function publish({ platform }: Exchange, object: string): void {
  platform.background.waitUntil("publishing a change", eventFeed(platform).publish(object));
}

async function begin(exchange: Exchange, objects: readonly string[]) {
  const end = await auditTrail(exchange.platform).begin(subjectOf(exchange, objects));
  exchange.isAudited = true;
  return end;
}

/** Returns a function that records a call at its end: by then, a caller without a credential may have been identified. */
function noteAtEnd(exchange: Exchange) {
  return (end: AuditEnd) => auditTrail(exchange.platform).note(subjectOf(exchange, []), end);
}

/** True if an operation changes something managed. Use of a Data API key is not management. */
export function isChange({ changes, method, answers, access }: Operation): boolean {
  if (changes !== undefined) return changes !== false;
  return changing.has(method) && !namedByOperation.has(answers) && access !== "data-key";
}

function objectsOf({ changes }: Operation, input: unknown, output: unknown): readonly string[] {
  if (changes === undefined || changes === false) return [];
  const named = changes(input as never, output as never);
  return named === undefined ? [] : typeof named === "string" ? [named] : named;
}

function subjectOf(exchange: Exchange, objects: readonly string[]): AuditSubject {
  return {
    actor: callerName(exchange.caller),
    action: exchange.route?.name ?? "",
    objects: [...objects],
    ...originOf(exchange),
  };
}

/** Returns the client address, user agent and request ID of a call. */
export function originOf({ call, requestId }: Exchange) {
  return { address: call.address, userAgent: headerIn(call.headers, "user-agent") ?? "", requestId };
}
