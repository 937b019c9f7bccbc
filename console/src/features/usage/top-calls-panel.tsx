import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changing, reading } from "../../api/query.ts";
import { useMay } from "../../api/role.ts";
import { serviceNow } from "../../api/service-clock.ts";
import { topCallMessages as text } from "../../messages/english/usage/top-calls.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { type TopCallsBy, TopCallTable } from "./top-call-table.tsx";

const state = "GET /svc/api/statistics/state";
const refreshMs = 60_000;
const minuteMs = 60_000;
const shownRows = 20;

const groupings: readonly TopCallsBy[] = ["file", "table", "layout", "client", "each"];
const ranges = ["15", "60", "360", "1440"] as const;

/** Slowest calls of FileMaker Server by file, table, layout or client, and the state of their log. */
export default function TopCallsPanel() {
  const mayChange = useMay("operator");
  const [by, setBy] = useState<TopCallsBy>("file");
  const [range, setRange] = useState<(typeof ranges)[number]>("60");
  const statistics = useQuery(reading(state, {}));
  const change = useMutation(changing("PUT /svc/api/statistics/state", [state, "GET /svc/api/audit"]));
  const isOn = statistics.data?.topCalls === true;
  const hasLines = (statistics.data?.lastTopCallLineAt ?? null) !== null;
  // Entries from before the log was disabled are still available.
  const mayHaveCalls = isOn || hasLines;
  const from = Math.floor(serviceNow() / minuteMs) * minuteMs - Number(range) * minuteMs;
  const read = useQuery({
    ...reading("GET /svc/api/statistics/top-calls", {
      from: new Date(from).toISOString(),
      top: shownRows,
      ...(by !== "each" && { by }),
    }),
    enabled: mayHaveCalls,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={
        statistics.data &&
        mayChange && (
          <Button
            needs="PUT /svc/api/statistics/state"
            busy={change.isPending}
            look={isOn ? "plain" : "primary"}
            onClick={() => change.mutate({ topCalls: !isOn })}
          >
            {isOn ? text.switchOff : text.switchOn}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <ReadFailure reads={[statistics]} />
        {statistics.data && !isOn && <p className="max-w-prose text-muted">{text.off}</p>}
        {change.error && <Refusal error={change.error} />}
        {mayHaveCalls && (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <Segments
                label={text.by}
                value={by}
                options={groupings.map((value) => ({ value, text: text.groupings[value] }))}
                onChange={setBy}
              />
              <Segments
                label={text.range}
                value={range}
                options={ranges.map((value) => ({ value, text: text.ranges[value] }))}
                onChange={setRange}
              />
              {read.data && <span className="text-muted text-sm">{text.counted(read.data.callCount)}</span>}
            </div>
            <ReadFailure reads={[read]} />
            {read.isPending && <Loading rows={3} />}
            {read.data?.isPartial && <p className="text-warn">{text.partial}</p>}
            {read.data?.callCount === 0 && <p className="text-muted">{hasLines ? text.none : text.waiting}</p>}
            {read.data && read.data.callCount > 0 && <TopCallTable found={read.data} by={by} />}
          </>
        )}
      </div>
    </Panel>
  );
}
