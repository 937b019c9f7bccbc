import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { allDataKeys } from "../../../api/key-list.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import { useChangeMarks } from "../../../features/audit/change-marks.ts";
import { useRunMarks } from "../../../features/processes/run-marks.ts";
import { StatisticsPanel } from "../../../features/usage/statistics-panel.tsx";
import UsagePanel from "../../../features/usage/usage-panel.tsx";
import type { UsageFilter } from "../../../features/usage/usage-questions.ts";
import { rangeStart, type UsageSearch, usageSearchOf, usageViewOf } from "../../../features/usage/usage-view.ts";
import { splitsOf } from "./usage-of.ts";

/** Charts of a page, with changes in the same period to a key, a file, or the server. */
export default function UsagePart({
  filter,
  search,
  onSearch,
}: {
  readonly filter: UsageFilter;
  readonly search: UsageSearch;
  readonly onSearch: (search: UsageSearch) => void;
}) {
  const splits = splitsOf(filter);
  const view = usageViewOf(search, splits);
  const from = rangeStart(view.range, serviceNow());
  const changes = useChangeMarks(filter.key, from);
  const runs = useRunMarks(from, { file: filter.file, isAsked: filter.key === undefined });
  const marks = useMemo(() => [...changes, ...runs], [changes, runs]);
  const keys = useQuery({ ...allDataKeys, enabled: view.split === "key" }).data;
  const nameOf = useCallback(
    (label: string, value: string) => {
      const key = label === "key" ? keys?.find(({ id }) => value === `data-key:${id}`) : undefined;
      return key && `${key.label || key.key} (${key.id})`;
    },
    [keys],
  );
  return (
    <>
      <UsagePanel
        filter={filter}
        splits={splits}
        view={view}
        marks={marks}
        nameOf={nameOf}
        onView={(next) => onSearch(usageSearchOf(next, splits))}
      />
      {filter.key === undefined && filter.file === undefined && (
        <StatisticsPanel names={onHome} range={view.range} none={null} />
      )}
    </>
  );
}

/** Server charts on the home page, once their data is read. */
const onHome = ["clients", "disks", "times"] as const;
