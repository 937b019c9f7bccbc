import type { Notification } from "#shared/contract/values/release-shapes.ts";
import type { Destination } from "./contract.ts";
import { type EventName, eventCatalogue, type Severity } from "./events/contract.ts";
import type { ShownTarget, Target } from "./targets/contract.ts";

const order: readonly Severity[] = ["info", "warning", "error"];
const hourMs = 60 * 60_000;

/** Whether a destination gets an event. The end of a trouble is as severe as the trouble: who was notified of one learns of the other. */
export function wants(
  { active, events, minimumSeverity }: Pick<Destination, "active" | "events" | "minimumSeverity">,
  event: EventName,
  ends: EventName | null,
): boolean {
  if (!active || (events !== null && !events.includes(event))) return false;
  return order.indexOf(eventCatalogue[ends ?? event].severity) >= order.indexOf(minimumSeverity);
}

/** Whether a destination that work brings along gets an event of that work. */
export function ownWants({ sendSuccessNotifications }: Notification, event: EventName): boolean {
  return sendSuccessNotifications !== false || eventCatalogue[event].severity !== "info";
}

/** Whether an event is only counted, because the same was sent within the hour. A clock that was set back puts nothing off. */
export function isRepetition(sentAt: number, now: number): boolean {
  return now >= sentAt && now - sentAt < hourMs;
}

/** A target without its secrets: of an address, the server. */
export function shownTarget(target: Target): ShownTarget {
  switch (target.type) {
    case "slack":
    case "discord":
      return { ...target, channelUrl: shownAddress(target.channelUrl) };
    case "teams":
      return { ...target, workflowUrl: shownAddress(target.workflowUrl) };
    case "webhook":
      return {
        type: "webhook",
        webhookUrl: shownAddress(target.webhookUrl),
        headerNames: Object.keys(target.headers ?? {}),
      };
    case "email": {
      const { password, ...shown } = target;
      return { ...shown, hasPassword: password !== undefined };
    }
  }
}

/** An address without what gives access. */
export function shownAddress(address: string): string {
  return `${new URL(address).origin}/…`;
}

/** Fields of a mail target that say who gets its password, and how. */
const receivers = ["host", "port", "security", "user"] as const;

/** The target with the password that it had, if its change leaves the password out: never for another server, port or account, nor another security. */
export function withPasswordKept(next: Target, before: Target): Target {
  if (next.type !== "email" || before.type !== "email" || next.password !== undefined) return next;
  const isSame = next.user !== undefined && receivers.every((name) => next[name] === before[name]);
  return isSame && before.password !== undefined ? { ...next, password: before.password } : next;
}
