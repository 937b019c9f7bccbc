import type { DeliverySummary } from "#shared/deliveries/contract.ts";
import { deliveryMessages } from "../../messages/english/events/deliveries.ts";
import { exactly } from "../../ui/values/moment.tsx";
import { OutcomeStrip } from "../../ui/values/outcome-strip.tsx";
import { deliveryTone } from "./delivery-chip.tsx";
import { maxCounted } from "./summaries.ts";

const text = deliveryMessages.strip;

/** Results of a source's newest deliveries, with the numbers of failed and pending ones. */
export function DeliveryStrip({ summary }: { readonly summary: DeliverySummary | undefined }) {
  if (summary === undefined || summary.recent.length === 0) return <span className="text-muted">{text.none}</span>;
  const { recent, failed, pending } = summary;
  const marks = recent.toReversed().map(({ id, state, createdAt }) => ({
    id,
    tone: deliveryTone(state),
    text: `${exactly(createdAt)}: ${deliveryMessages.states[state]}`,
  }));
  const failedOfThem = recent.filter(({ state }) => state === "failed").length;
  return (
    <div className="flex flex-col gap-0.5">
      <OutcomeStrip label={text.label(failedOfThem, recent.length)} marks={marks} />
      {failed > 0 && <span className="text-bad text-sm">{text.failed(failed, maxCounted)}</span>}
      {pending > 0 && <span className="text-sm text-warn">{text.pending(pending, maxCounted)}</span>}
    </div>
  );
}
