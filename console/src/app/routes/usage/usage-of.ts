import type { PageCall } from "../../../api/curl.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import { isOtherSubject, otherSubjects, type UsageSplit } from "../../../features/usage/series-names.ts";
import { type UsageFilter, usageQuestions } from "../../../features/usage/usage-questions.ts";
import { type UsageSearch, usageViewOf } from "../../../features/usage/usage-view.ts";

/** Returns the possible splits of calls, for all calls or those of a key or file; the first is the default. */
export function splitsOf({ key, file }: UsageFilter): readonly UsageSplit[] {
  if (key !== undefined) return ["outcome", "file", "api", "method"];
  return file === undefined ? ["outcome", "key", "file", "api", ...otherSubjects] : ["key", "outcome", "api", "method"];
}

/** Returns the reads of a page's charts, to be copied as curl. */
export function usageCalls(filter: UsageFilter, search: UsageSearch): readonly PageCall[] {
  const view = usageViewOf(search, splitsOf(filter));
  const { calls, waits, errors, refusals } = usageQuestions(view, filter, serviceNow());
  if (isOtherSubject(view.split)) return [calls, waits].map((input) => ({ address: "GET /svc/api/usage", input }));
  const asked = filter.file === undefined ? [calls, waits, errors, refusals] : [calls, waits, errors];
  return asked.map((input) => ({ address: "GET /svc/api/usage", input }));
}
