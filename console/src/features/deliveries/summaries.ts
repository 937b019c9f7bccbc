import { useQuery } from "@tanstack/react-query";
import type { DeliverySummary } from "#shared/deliveries/contract.ts";
import { call } from "../../api/client.ts";
import { inPortions } from "../../api/in-portions.ts";

/** Maximum count per state in the contract. */
export const maxCounted = 20;
/** Maximum number of sources per call. */
const maxSources = 100;

/** Returns delivery summaries by source. */
export function useSummaries(sources: readonly string[]) {
  return useQuery({
    queryKey: ["GET /svc/api/deliveries/summary", sources],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, DeliverySummary>> => {
      const answers = await inPortions(sources, maxSources, (portion) =>
        call("GET /svc/api/deliveries/summary", { sources: portion.join(",") }, signal),
      );
      return new Map(answers.flatMap(({ summaries }) => summaries).map((summary) => [summary.source, summary]));
    },
    enabled: sources.length > 0,
    placeholderData: (before) => before,
  });
}
