import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { ServiceError } from "#shared/contract/errors.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";
import { errorAnswer } from "../edge/answers/envelope.ts";

/** Header with a secret that only this stack's distribution and functions know. */
export const proofHeader = "x-latchkey-edge";

/** Relation of a function to this stack's distribution. */
export interface EdgeRule {
  /** Accepted values of the header that proves a call: two, so that one can be rotated. Empty without a distribution. */
  readonly secrets: readonly string[];
  /** True to serve calls without a proof too. */
  readonly servesDirectCalls: boolean;
  /** Aliases of the service prefix, which the distribution replaces. */
  readonly aliases: readonly string[];
}

/** True if a call comes through this stack's distribution, or from one of its functions. */
export function isProven(event: APIGatewayProxyEvent, secrets: readonly string[]): boolean {
  const [proof, ...more] = valuesOf(event, proofHeader);
  if (proof === undefined || more.length > 0) return false;
  // Compares with every secret, so that the time says nothing about them.
  return secrets.map((secret) => timingSafeEqual(digest(secret), digest(proof))).includes(true);
}

/** True if a call is refused: it bypasses the distribution, and so its firewall and its record of the caller's address. */
export function isRefused(event: APIGatewayProxyEvent, { secrets, servesDirectCalls }: EdgeRule): boolean {
  return secrets.length > 0 && !servesDirectCalls && !isProven(event, secrets);
}

/** Answers a direct call, of which nothing else is read. */
export function refuseDirectCall(answer: AnswerStream): void {
  const { status, headers, body } = errorAnswer(new ServiceError("direct_call_refused"));
  answer.writeHead(status, Object.entries(headers).flat());
  answer.end(body);
}

/** Returns all values of a header in the order of the event. */
export function valuesOf(event: APIGatewayProxyEvent, wanted: string): readonly string[] {
  return Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    name.toLowerCase() === wanted ? (values ?? []) : [],
  );
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
