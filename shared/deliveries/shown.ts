import { timestamp } from "#shared/contract/scalars.ts";
import { maskedHeaders, maskedTarget } from "#shared/http/masked-headers.ts";
import type { DeliveryBodies } from "./bodies.ts";
import type { Delivery, DeliveryRow } from "./contract.ts";
import type { DeliveryRecord } from "./record.ts";

const maxShownBytes = 100_000;

export function shownRow(record: DeliveryRecord): DeliveryRow {
  const { id, source, state, createdAt, endedAt, nextAt, totalAttempts, reason, senderId, duplicateOf, request } =
    record;
  return {
    id,
    source,
    state,
    createdAt: timestamp(createdAt),
    endedAt: endedAt === null ? null : timestamp(endedAt),
    nextAttemptAt: state === "pending" ? timestamp(nextAt) : null,
    attempts: totalAttempts,
    reason,
    senderId,
    duplicateOf,
    method: request.method,
    sizeBytes: request.body.sizeBytes,
  };
}

/** @param secretNames Headers whose values are secrets of the source. */
export async function shownWhole(
  record: DeliveryRecord,
  bodies: DeliveryBodies,
  secretNames: readonly string[],
): Promise<Delivery> {
  const { request, given, tries } = record;
  const body = await bodies.readStart(record, maxShownBytes);
  const isWhole = request.body.sizeBytes <= maxShownBytes;
  const named = (headers: readonly [string, string][]) =>
    maskedHeaders(headers, secretNames).map(([name, value]) => ({ name, value }));
  return {
    ...shownRow(record),
    request: {
      target: maskedTarget(request.target),
      headers: named(request.headers),
      // A character that is split at the end is omitted.
      body: new TextDecoder().decode(body, { stream: !isWhole }),
      isWhole,
    },
    answer: given && { status: given.status, headers: named(given.headers), body: given.body },
    tries: tries.map((attempt) => ({ ...attempt, at: timestamp(attempt.at) })),
  };
}
