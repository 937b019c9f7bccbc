import { useQuery } from "@tanstack/react-query";
import { reading } from "../../../api/query.ts";
import type { DeliverySource } from "../../../features/deliveries/delivery-filters.tsx";

/** Source with the webhook, trigger or destination that it belongs to. */
export interface OwnedSource extends DeliverySource {
  readonly ownerId: number;
}

/** Returns all sources of deliveries, by name. */
export function useDeliverySources() {
  const webhooks = useQuery(reading("GET /svc/api/webhooks", {}));
  const triggers = useQuery(reading("GET /svc/api/triggers", {}));
  const destinations = useQuery(reading("GET /svc/api/notifications/destinations", {}));
  const sources: readonly OwnedSource[] = [
    ...(webhooks.data?.webhooks ?? []).map(({ id, label, channel }) => ({
      source: `webhook-${id}`,
      name: label || channel,
      group: "webhook" as const,
      ownerId: id,
    })),
    ...(triggers.data?.triggers ?? []).flatMap(({ id, label, destination: { targets } }) =>
      targets.map((target) => ({
        source: `target-${target.id}`,
        name: targets.length === 1 ? label : `${label}: ${target.url ?? `#${target.id}`}`,
        group: "target" as const,
        ownerId: id,
      })),
    ),
    ...(destinations.data?.destinations ?? []).map(({ id, label, source }) => ({
      source,
      name: label,
      group: "notification" as const,
      ownerId: id,
    })),
  ];
  return { sources, reads: [webhooks, triggers, destinations] as const };
}
