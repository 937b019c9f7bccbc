import type { APIGatewayProxyEvent } from "aws-lambda";
import type { AuditEnd, AuditSubject } from "../../shared/audit/record.ts";
import { callerName } from "../../shared/contract/caller-name.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { auditTrail, auditTrailObject } from "../wiring/audit.ts";
import { eventFeed } from "../wiring/events.ts";
import { afterwards } from "../wiring/foundation.ts";
import { asServiceError } from "./envelope.ts";
import { headerOf } from "./input.ts";
import { type Served, served } from "./served.ts";

const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Does what a call asks for and writes it into the audit trail, where it changes something: before it is done, so that nothing
 * changes unseen, and again when it is known how it ended. Where nobody had to say who he is, only what was done is written,
 * afterwards: strangers fill no table.
 */
export async function audited<T>(event: APIGatewayProxyEvent, input: unknown, perform: () => Promise<T>): Promise<T> {
  const state = served(event);
  const { operation } = state;
  if (operation === undefined || !isChange(operation)) return perform();
  const end = state.caller.kind === "anyone" ? undefined : await begin(event, objectsOf(operation, input, undefined));
  try {
    const output = await perform();
    const ended: AuditEnd = { outcome: "done", error: null, objects: objectsOf(operation, input, output) };
    await (end ?? noteAfterwards(event))(ended);
    for (const object of ended.objects) tell(object);
    return output;
  } catch (thrown) {
    const { error, status } = asServiceError(thrown);
    const outcome = status < 500 ? "refused" : "failed";
    await end?.({ outcome, error, objects: objectsOf(operation, input, undefined) });
    if (end !== undefined) tell(auditTrailObject);
    throw thrown;
  }
}

/** Writes down what has become of things in a call that could not say so before. */
export async function noteDone(event: APIGatewayProxyEvent, objects: readonly string[]): Promise<void> {
  served(event).isAudited = true;
  await auditTrail().note(subjectOf(event, objects), { outcome: "done", error: null, objects: [...objects] });
  for (const object of objects) tell(object);
}

function tell(object: string): void {
  afterwards().run("telling of a change", eventFeed().publish(object));
}

async function begin(event: APIGatewayProxyEvent, objects: readonly string[]) {
  const end = await auditTrail().begin(subjectOf(event, objects));
  served(event).isAudited = true;
  return end;
}

/** By then a caller that nobody asked for may have proved who he is. */
function noteAfterwards(event: APIGatewayProxyEvent) {
  return (end: AuditEnd) => auditTrail().note(subjectOf(event, []), end);
}

/** What the holder of a Data API Key does with it is no management. */
function isChange({ changes, method, answers, access }: Operation): boolean {
  if (changes !== undefined) return changes !== false;
  return changing.has(method) && answers !== "stream" && access !== "data-key";
}

function objectsOf({ changes }: Operation, input: unknown, output: unknown): readonly string[] {
  if (changes === undefined || changes === false) return [];
  const named = changes(input as never, output as never);
  return named === undefined ? [] : typeof named === "string" ? [named] : named;
}

function subjectOf(event: APIGatewayProxyEvent, objects: readonly string[]): AuditSubject {
  const state = served(event);
  return {
    actor: callerName(state.caller),
    action: state.name,
    objects: [...objects],
    ...placeOf(event, state),
  };
}

/** From where and with what a call came. */
export function placeOf(event: APIGatewayProxyEvent, { visitor, requestId }: Served) {
  return { address: visitor.address, userAgent: headerOf(event, "user-agent") ?? "", requestId };
}
