import type { Trigger } from "#shared/triggers/contract.ts";
import { triggerMessages as text } from "../../messages/english/events/triggers.ts";

type Target = Trigger["destination"]["targets"][number];

/** Returns the destination of changes as text. */
export function destinationText({ destination: { kind, url, targets } }: Trigger): string {
  if (kind === "address") return url ?? text.straight;
  const [only] = targets;
  return targets.length === 1 && only !== undefined ? targetText(only) : text.relay(targets.length);
}

/** Returns a target as text. */
export function targetText({ url, scheduleId }: Pick<Target, "url" | "scheduleId">): string {
  return url ?? text.page.schedule(scheduleId ?? 0);
}

/** Returns the source that a target's deliveries belong to. */
export function targetSource({ id }: Pick<Target, "id">): string {
  return `target-${id}`;
}
