import { useQuery } from "@tanstack/react-query";
import { reading } from "../../../api/query.ts";
import { useSummaries } from "../../../features/deliveries/summaries.ts";
import { DestinationsPanel } from "../../../features/notifications/destinations-panel.tsx";
import { EventHistory } from "../../../features/notifications/event-history.tsx";
import { replayOfFailed } from "./deliveries-of.tsx";
import { SourceStrip } from "./source-strip.tsx";

/** Destinations of notifications, and their events. */
export default function NotificationsPart() {
  const list = useQuery(reading("GET /svc/api/notifications/destinations", {}));
  const summaries = useSummaries((list.data?.destinations ?? []).map(({ source }) => source));
  return (
    <div className="flex flex-col gap-5">
      <DestinationsPanel
        strip={(source) => <SourceStrip source={source} summaries={summaries.data} />}
        replay={replayOfFailed}
      />
      <EventHistory />
    </div>
  );
}
