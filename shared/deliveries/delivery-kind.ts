import type { ErrorName } from "#shared/contract/errors.ts";
import type { ByteRange } from "#shared/ports/blobs.ts";
import type { DeliveryRecord } from "./record.ts";

/** How one attempt ended. What is left out of `context` stays as it was. */
export type AttemptEnd = AttemptAnswer &
  (
    | { readonly outcome: "delivered" }
    /** It is tried again when its time comes; `retryAfterMs` puts that off. */
    | { readonly outcome: "failed"; readonly reason: string; readonly retryAfterMs?: number }
    /** What it goes to is away: nothing else goes there for a while, and the attempt does not count. */
    | { readonly outcome: "unavailable"; readonly reason: string }
    /** No further attempt would help. */
    | { readonly outcome: "refused"; readonly reason: string }
  );

interface AttemptAnswer {
  readonly status: number | null;
  /** What came back. */
  readonly answer?: string;
  /** What a sender who waits for the end is answered, where that is an error of its own. */
  readonly error?: ErrorName;
  readonly context?: unknown;
}

/** What an attempt sees of its delivery. */
export interface AttemptContext {
  readonly record: DeliveryRecord;
  readonly body: () => Promise<Buffer>;
  /** A range of the body, for one that is too large for memory. */
  readonly stream: (range: ByteRange) => AsyncIterable<Uint8Array>;
  /** Notes how far an attempt of several steps has come, and renews its lease: one after a crash goes on there. @throws LeaseLost */
  readonly keep: (context: unknown) => Promise<void>;
}

/** Another process has taken the delivery over: what it does counts, and this attempt ends. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** A kind of deliveries: where they go, and by what rules. */
export interface DeliveryKind {
  /** What sources of this kind begin with: `webhook` for `webhook-7`. */
  readonly name: string;
  /** Longest time that a step of an attempt takes. Milliseconds. */
  longestMs(record: Pick<DeliveryRecord, "request">): number;
  /** Whether deliveries of a source go one after the other, in the order in which they came. */
  isOrdered(source: string): Promise<boolean>;
  /** Never rejects for what the other side does. What it throws is a failure of ours, and counts as a failed attempt. */
  attempt(context: AttemptContext): Promise<AttemptEnd>;
  /** Hears how an attempt ended that the engine made. Never rejects. */
  ended?(record: DeliveryRecord): void;
}
