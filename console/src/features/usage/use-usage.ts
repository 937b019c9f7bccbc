import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { reading } from "../../api/query.ts";
import { serviceNow } from "../../api/service-clock.ts";
import { isOtherSubject } from "./series-names.ts";
import { type UsageFilter, usageQuestions } from "./usage-questions.ts";
import { type UsageView, usageRanges } from "./usage-view.ts";

const refreshMs = 60_000;

/** Returns the figures of a page's charts, refreshed every minute. A new range shows the previous figures until its own are loaded. */
export function useUsage(view: UsageView, filter: UsageFilter) {
  const questions = usageQuestions(view, filter, serviceNow());
  const isOfCalls = !isOtherSubject(view.split);
  const isCompared = view.isCompared && usageRanges[view.range].weekStepMs !== undefined;
  const shared = { refetchInterval: refreshMs, placeholderData: keepPreviousData };
  const ask = (name: keyof typeof questions, enabled: boolean) => ({
    ...reading("GET /svc/api/usage", questions[name]),
    ...shared,
    enabled,
  });
  // One after the other, so that the first chart appears early.
  const calls = useQuery(ask("calls", true));
  // A refused call isn't assigned to a file.
  const hasRefusals = isOfCalls && filter.file === undefined;
  const refusals = useQuery(ask("refusals", calls.isFetched && hasRefusals));
  const before = {
    callsBefore: useQuery(ask("callsBefore", isCompared)),
    waitsBefore: useQuery(ask("waitsBefore", isCompared)),
  };
  return {
    calls,
    waits: useQuery(ask("waits", calls.isFetched)),
    errors: useQuery(ask("errors", calls.isFetched && isOfCalls)),
    // Hides figures that are cached from another page or an earlier comparison.
    refusals: hasRefusals ? refusals : notAsked,
    callsBefore: isCompared ? before.callsBefore : notAsked,
    waitsBefore: isCompared ? before.waitsBefore : notAsked,
  };
}

const notAsked = { data: undefined };
