import { usePrefetchQuery } from "@tanstack/react-query";
import { reading } from "../../api/query.ts";
import { serviceNow } from "../../api/service-clock.ts";
import { usageQuestions } from "../../features/usage/usage-questions.ts";
import { usageViewOf } from "../../features/usage/usage-view.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { splitsOf } from "../routes/usage/usage-of.ts";

const UsagePart = lazyPart(() => import("../routes/usage/usage-part.tsx"));

/**
 * Placeholder with the height of the charts. Requests the data of the first chart in parallel with the code that draws it, before all other
 * reads of the page.
 */
export function UsagePlace(props: Omit<Parameters<typeof UsagePart>[0], "fallback">) {
  const { filter, search } = props;
  const { calls } = usageQuestions(usageViewOf(search, splitsOf(filter)), filter, serviceNow());
  usePrefetchQuery(reading("GET /svc/api/usage", calls));
  return <UsagePart {...props} fallback={<div className="min-h-96 rounded-lg border border-line bg-panel" />} />;
}
