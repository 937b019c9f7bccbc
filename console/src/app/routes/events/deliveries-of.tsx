import { RotateCw } from "lucide-react";
import { useState } from "react";
import { deliveryColumnNames } from "../../../features/deliveries/delivery-columns.tsx";
import type { DeliveryFilter } from "../../../features/deliveries/delivery-filter.ts";
import type { DeliverySource } from "../../../features/deliveries/delivery-filters.tsx";
import { DeliveryList } from "../../../features/deliveries/delivery-list.tsx";
import { deliveryMessages as text } from "../../../messages/english/events/deliveries.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { useColumnChoice } from "../../../ui/tables/column-choice.ts";
import { DeliveryLink } from "../../page/delivery-link.tsx";

const ReplayFailedDialog = lazyPart(() => import("../../../features/deliveries/replay-failed-dialog.tsx"));

/** Deliveries of one source, within another page. */
export function DeliveriesOf({
  source,
  sources,
  filter,
  onFilter,
}: {
  readonly source: string;
  readonly sources?: readonly DeliverySource[];
  readonly filter: DeliveryFilter;
  readonly onFilter: (change: DeliveryFilter) => void;
}) {
  const choice = useColumnChoice("deliveries", deliveryColumnNames, filter.columns, (columns) => onFilter({ columns }));
  return (
    <Framed>
      <DeliveryList
        source={source}
        {...(sources && { sources })}
        filter={filter}
        onFilter={onFilter}
        choice={choice}
        link={(id, name) => <DeliveryLink id={id}>{name}</DeliveryLink>}
      />
    </Framed>
  );
}

/** Menu entry that redelivers a source's failed deliveries: its texts and its dialog. */
export const replayOfFailed = {
  text: text.replayAll,
  dialog: (source: string, name: string, onClose: () => void) => (
    <ReplayFailedDialog source={source} name={name} onClose={onClose} />
  ),
};

/** Button that redelivers failed deliveries, from a time that the user chooses. */
export function ReplayFailedButton({ source, name }: { readonly source: string; readonly name: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button needs="POST /svc/api/deliveries/replay" onClick={() => setAsked(true)}>
        <RotateCw aria-hidden size={14} />
        {text.replayAll}
      </Button>
      {isAsked && <ReplayFailedDialog source={source} name={name} onClose={() => setAsked(false)} />}
    </>
  );
}
