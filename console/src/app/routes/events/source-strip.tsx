import { Link } from "@tanstack/react-router";
import type { DeliverySummary } from "#shared/deliveries/contract.ts";
import { DeliveryStrip } from "../../../features/deliveries/delivery-strip.tsx";
import { paths } from "../../paths.ts";

/** Results of a source's newest deliveries, with a link to all of them. */
export function SourceStrip({
  source,
  summaries,
}: {
  readonly source: string;
  readonly summaries: ReadonlyMap<string, DeliverySummary> | undefined;
}) {
  return (
    <Link to={paths.deliveries} search={{ source }} className="block min-h-target min-w-target">
      <DeliveryStrip summary={summaries?.get(source)} />
    </Link>
  );
}
