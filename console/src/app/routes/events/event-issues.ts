import { useQuery } from "@tanstack/react-query";
import { reading } from "../../../api/query.ts";
import { maxCounted, useSummaries } from "../../../features/deliveries/summaries.ts";
import type { Issue } from "../../../features/system/home-issues.ts";
import { homeMessages } from "../../../messages/english/installation/home.ts";
import { useDeliverySources } from "./delivery-sources.ts";

const text = homeMessages.events;
/** Maximum number of sources with failed deliveries that are named. */
const maxNamed = 3;

/** Returns issues for events that don't arrive: failed deliveries, and disabled sources. */
export function useEventIssues(): readonly Issue[] {
  const { sources } = useDeliverySources();
  const summaries = useSummaries(sources.map(({ source }) => source));
  const webhooks = useQuery(reading("GET /svc/api/webhooks", {})).data?.webhooks ?? [];
  const triggers = useQuery(reading("GET /svc/api/triggers", {})).data?.triggers ?? [];
  const destinations = useQuery(reading("GET /svc/api/notifications/destinations", {})).data?.destinations ?? [];
  const warning = (sentence: string, target: Issue["target"]): Issue => ({ state: "warning", sentence, target });

  const failed = sources
    .map(({ source, name }) => ({ source, name, count: summaries.data?.get(source)?.failed ?? 0 }))
    .filter(({ count }) => count > 0);
  return [
    ...failed
      .slice(0, maxNamed)
      .map(({ source, name, count }) => warning(text.failed(name, count, maxCounted), { page: "deliveries", source })),
    ...destinations
      .filter(({ disabledReason }) => disabledReason !== null)
      .map(({ label }) => warning(text.destinationOff(label), { page: "notifications" })),
    ...triggers
      .filter(({ access }) => access.isKeyDeleted)
      .map(({ id, label }) => warning(text.triggerKeyDeleted(label), { page: "trigger", id })),
    ...triggers
      .filter(({ destination }) => destination.targets.some(({ disabledReason }) => disabledReason !== null))
      .map(({ id, label }) => warning(text.targetOff(label), { page: "trigger", id })),
    ...webhooks
      .filter(({ settings }) => !settings.active)
      .map(({ id, label, channel }) => warning(text.webhookOff(label || channel), { page: "webhook", id })),
  ];
}
