import type { Notification } from "#shared/contract/values/release-shapes.ts";
import type { Destination } from "./contract.ts";
import { type EventName, eventCatalogue, type Severity } from "./events/contract.ts";
import type { ShownTarget, Target } from "./targets/contract.ts";

const order: readonly Severity[] = ["info", "warning", "error"];
const hourMs = 60 * 60_000;

/**
 * Returns true if a destination gets an event. The end of a problem has the severity of the problem, so that it reaches the same
 * destinations.
 */
export function wants(
  { active, events, minimumSeverity }: Pick<Destination, "active" | "events" | "minimumSeverity">,
  event: EventName,
  ends: EventName | null,
): boolean {
  if (!active || (events !== null && !events.includes(event))) return false;
  return order.indexOf(eventCatalogue[ends ?? event].severity) >= order.indexOf(minimumSeverity);
}

/** Returns true if a destination of a task gets an event of that task. */
export function ownWants({ sendSuccessNotifications }: Notification, event: EventName): boolean {
  return sendSuccessNotifications !== false || eventCatalogue[event].severity !== "info";
}

/** Returns true if an event is only counted, because the same was sent within the hour. If the clock was set back, it is sent. */
export function isRepetition(sentAt: number, now: number): boolean {
  return now >= sentAt && now - sentAt < hourMs;
}

/** Returns a target without its secrets: URLs are reduced to the server. */
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

/** Returns a URL without the parts that give access. */
export function shownAddress(address: string): string {
  return `${new URL(address).origin}/…`;
}

/** Fields of an email target that determine where and how its password is sent. */
const receivers = ["host", "port", "security", "user"] as const;

/**
 * Returns the target with its previous password if a change omits the password. The password is never used for another server, port or
 * account, or with other security.
 */
export function withPasswordKept(next: Target, before: Target): Target {
  if (next.type !== "email" || before.type !== "email" || next.password !== undefined) return next;
  const isSame = next.user !== undefined && receivers.every((name) => next[name] === before[name]);
  return isSame && before.password !== undefined ? { ...next, password: before.password } : next;
}
