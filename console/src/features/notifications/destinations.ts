import type { Destination } from "#shared/notifications/contract.ts";
import type { Address } from "../../api/operations.ts";
import { notificationMessages as text } from "../../messages/english/events/notifications.ts";

/** Queries to refetch after a change of a destination. */
export const staleDestinations = [
  "GET /svc/api/notifications/destinations",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** Returns the visible part of a destination's address. */
export function addressIn(target: Destination["target"]): string {
  switch (target.type) {
    case "email":
      return target.to.join(", ");
    case "teams":
      return target.workflowUrl;
    case "webhook":
      return target.webhookUrl;
    default:
      return target.channelUrl;
  }
}

/** Returns a destination's subscription as text. */
export function subscriptionText({ events, minimumSeverity }: Destination): string {
  const which = events === null ? text.allEvents : text.someEvents(events.length);
  return [which, text.from[minimumSeverity]].filter(Boolean).join(", ");
}
