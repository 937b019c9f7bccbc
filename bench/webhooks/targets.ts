import type { Target, ValuesOf } from "../target.ts";

/** Targets of the webhooks bench. */
export const webhookTargets = {
  acceptedToBareInsert: {
    sentence: "events of 1 KB accepted, c=32: to a bare server that inserts a row",
    unit: "x",
    atLeast: 0.6,
  },
  acceptP99Waiting: {
    sentence: "accept p99 while 10,000 events wait and FileMaker Server is away, to idle",
    unit: "x",
    atMost: 1.5,
  },
  outgoingP99: {
    sentence: "10,000 outgoing events to 10 endpoints, one dead, one slow: p99 of the others",
    unit: "s",
    atMost: 5,
  },
  firstPage: {
    sentence: "1,000,000 deliveries stored: first page by webhook, state and time",
    unit: "ms",
    atMost: 200,
  },
  lostAfterKills: { sentence: "kill -9 while events are accepted: answered and not kept", unit: "events", atMost: 0 },
} as const satisfies Record<string, Target>;

export type WebhookValues = ValuesOf<typeof webhookTargets>;
