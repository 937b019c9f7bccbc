/** Delivery engine for resources that send events, and what a delivery attempt reads and returns. */

export { type DeliveryBodies, inlineBody } from "./bodies.ts";
export type { CountedAttempt } from "./counted-attempt.ts";
export type { AttemptContext, AttemptEnd, DeliveryKind } from "./delivery-kind.ts";
export type { Acceptance, DeliveryEngine } from "./engine.ts";
export type { Post } from "./post.ts";
export type { DeliveryRecord, GivenAnswer, StoredBody } from "./record.ts";
