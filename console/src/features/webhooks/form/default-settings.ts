import type { WebhookSettings } from "#shared/webhooks/contract.ts";

/** Defaults in the contract, repeated here because the contract's schemas would be loaded with it; a test compares both. */
export const defaultSettings: WebhookSettings = {
  active: true,
  answerMode: "result",
  acceptedStatus: 202,
  acceptedBody: "json",
  deadlineSeconds: 8,
  whenUnavailable: "queue",
  isOrdered: false,
  retriesScriptErrors: false,
  retentionDays: 30,
  largestBytes: 1_000_000,
  allowedAddresses: [],
  includeHeaders: false,
  includeQuery: false,
  includeRequestId: true,
  layout: "OttoReceiver",
  script: "OttoReceiver",
  containerField: "File",
  handshake: "none",
  duplicates: { by: "sender", hours: 24 },
  verification: { scheme: "none" },
};
