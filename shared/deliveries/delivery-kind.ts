import type { ErrorName } from "#shared/contract/errors.ts";
import type { ByteRange } from "#shared/ports/blobs.ts";
import type { DeliveryRecord } from "./record.ts";

/** Result of one attempt. Omitted fields of `context` stay the same. */
export type AttemptEnd = AttemptAnswer &
  (
    | { readonly outcome: "delivered" }
    /** Retried when due; `retryAfterMs` delays it. */
    | { readonly outcome: "failed"; readonly reason: string; readonly retryAfterMs?: number }
    /** The target is unavailable: no delivery goes there for a while, and the attempt doesn't count. */
    | { readonly outcome: "unavailable"; readonly reason: string }
    /** No retry would help. */
    | { readonly outcome: "refused"; readonly reason: string }
  );

interface AttemptAnswer {
  readonly status: number | null;
  /** Response body. */
  readonly answer?: string;
  /** Error to send to a sender that waits for the result, if it is our own error. */
  readonly error?: ErrorName;
  readonly context?: unknown;
}

/** Context of an attempt. */
export interface AttemptContext {
  readonly record: DeliveryRecord;
  readonly body: () => Promise<Buffer>;
  /** Streams a range of the body, for bodies that are too large for memory. */
  readonly stream: (range: ByteRange) => AsyncIterable<Uint8Array>;
  /**
   * Stores the progress of an attempt with several steps and renews its lease. After a crash, the next attempt continues there.
   * @throws LeaseLost
   */
  readonly keep: (context: unknown) => Promise<void>;
}

/** Another process has taken over the delivery. Its result counts, and this attempt ends. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Kind of deliveries, with its targets and rules. */
export interface DeliveryKind {
  /** Prefix of its sources: `webhook` for `webhook-7`. */
  readonly name: string;
  /** Returns the maximum duration of one step of an attempt in milliseconds. */
  longestMs(record: Pick<DeliveryRecord, "request">): number;
  /** Returns true if the deliveries of a source run one after another, in the order of arrival. */
  isOrdered(source: string): Promise<boolean>;
  /** Never rejects because of the other side. Anything it throws is our own failure, and counts as a failed attempt. */
  attempt(context: AttemptContext): Promise<AttemptEnd>;
  /** Called after an attempt made by the engine. Never rejects. */
  ended?(record: DeliveryRecord): void;
}
