import { useNavigate, useSearch } from "@tanstack/react-router";
import { type DeliveryFilter, deliveryQuestion } from "../../../features/deliveries/delivery-filter.ts";
import { deliveryMessages as text } from "../../../messages/english/events/deliveries.ts";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Empty, Loading } from "../../../ui/feedback/states.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { TabbedPage } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";
import { searchWith } from "../../search-with.ts";
import { DeliveriesOf, ReplayFailedButton } from "./deliveries-of.tsx";
import { useDeliverySources } from "./delivery-sources.ts";
import { eventsArea } from "./events-area.ts";

/** Deliveries of the source in the address; default: the first source. */
export function DeliveriesRoute() {
  const filter = useSearch({ from: paths.deliveries });
  const navigate = useNavigate({ from: paths.deliveries });
  const { sources, reads } = useDeliverySources();
  const apply = (change: DeliveryFilter) =>
    void navigate({ search: (before) => searchWith(before, change), replace: true });
  const source = filter.source ?? sources[0]?.source;
  const known = sources.find((each) => each.source === source);
  const isRead = reads.every(({ isPending }) => !isPending);
  return (
    <TabbedPage
      area={eventsArea}
      tab="deliveries"
      reads={
        source === undefined
          ? { address: "GET /svc/api/webhooks", input: {} }
          : { address: "GET /svc/api/deliveries", input: deliveryQuestion(source, filter) }
      }
      actions={source !== undefined && <ReplayFailedButton source={source} name={known?.name ?? source} />}
    >
      <ReadFailure reads={reads} />
      {source === undefined ? (
        <Framed>{isRead ? <Empty title={text.noSourceTitle} text={text.noSourceText} /> : <Loading rows={6} />}</Framed>
      ) : (
        <DeliveriesOf
          source={source}
          // Deliveries of a deleted source are kept for a while.
          sources={known === undefined ? [...sources, { source, name: source, group: "webhook" }] : sources}
          filter={filter}
          onFilter={apply}
        />
      )}
    </TabbedPage>
  );
}
