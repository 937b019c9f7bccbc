import { useMutation, useQuery } from "@tanstack/react-query";
import { changing, reading } from "../../api/query.ts";
import { statisticsMessages } from "../../messages/english/usage/statistics.ts";
import { usageMessages } from "../../messages/english/usage/usage.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import type { StatisticsChartName } from "./statistics-charts.ts";
import { StatisticsPanel } from "./statistics-panel.tsx";
import { rangeNames, type UsageRange } from "./usage-view.ts";

const text = statisticsMessages;
const every: readonly StatisticsChartName[] = ["clients", "times", "calls", "machine", "disks", "cache", "network"];

/** All statistics of the server over time, with the button that turns them on or off. */
export default function ServerStatistics({
  range,
  onRange,
}: {
  readonly range: UsageRange;
  readonly onRange: (range: UsageRange) => void;
}) {
  const state = useQuery(reading("GET /svc/api/statistics/state", {}));
  const change = useMutation(
    changing("PUT /svc/api/statistics/state", ["GET /svc/api/statistics/state", "GET /svc/api/audit"]),
  );
  const isOn = state.data?.server === true;
  return (
    <>
      <StatisticsPanel
        names={every}
        range={range}
        none={<p className="text-muted">{isOn ? text.waiting : text.off}</p>}
        actions={
          <>
            {state.data && (
              <Button
                needs="PUT /svc/api/statistics/state"
                busy={change.isPending}
                look={isOn ? "plain" : "primary"}
                onClick={() => change.mutate({ server: !isOn })}
              >
                {isOn ? text.switchOff : text.switchOn}
              </Button>
            )}
            <Segments
              label={text.range}
              value={range}
              options={rangeNames.map((value) => ({ value, text: usageMessages.ranges[value] }))}
              onChange={onRange}
            />
          </>
        }
      />
      {state.data?.trouble && <p className="text-bad">{state.data.trouble}</p>}
      {change.error && <Refusal error={change.error} />}
    </>
  );
}
