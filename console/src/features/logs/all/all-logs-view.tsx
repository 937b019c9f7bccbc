import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LogRecord } from "#shared/logs/contract.ts";
import { call } from "../../../api/client.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import { logMessages } from "../../../messages/english/logs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Empty, Loading } from "../../../ui/feedback/states.tsx";
import { FilterToggle } from "../../../ui/fields/filter-toggle.tsx";
import { SettledText, smallField } from "../../../ui/fields/settled-text.tsx";
import { momentText } from "../../../ui/values/moment-text.ts";
import { LevelMark } from "../lines/level-mark.tsx";
import { messageOf, serverTime } from "../lines/line-text.ts";
import { Note } from "../log-pane.tsx";
import { allLogsQuestion, timesOf } from "./all-logs-question.ts";
import { type AllLogsSearch, levelChoices, logRanges } from "./all-logs-search.ts";
import { folded } from "./folded-records.ts";

const text = logMessages.all;
const address = "GET /svc/api/logs/search";
const pageSize = 200;

/** Records of all logs in a time range, in one list by time. */
export function AllLogsView({
  search,
  onSearch,
  onOpen,
}: {
  readonly search: AllLogsSearch;
  readonly onSearch: (change: AllLogsSearch) => void;
  readonly onOpen: (record: LogRecord) => void;
}) {
  const { range = "day", level = "error", q = "" } = search;
  // The range stays while pages are added to the list.
  const [now, setNow] = useState(serviceNow);
  const change = (next: AllLogsSearch) => {
    setNow(serviceNow());
    onSearch(next);
  };
  const asked = allLogsQuestion(search, now);
  const found = useInfiniteQuery({
    queryKey: [address, "pages", asked],
    queryFn: ({ pageParam, signal }) =>
      call(address, { ...asked, ...(pageParam !== "" && { to: pageParam }), limit: pageSize }, signal),
    initialPageParam: "",
    getNextPageParam: ({ before }) => before,
  });
  const pages = found.data?.pages ?? [];
  const records = pages.flatMap((page) => page.records);
  const [first] = pages;
  const { from, to } = timesOf(range, now);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        <fieldset aria-label={text.range} className="flex flex-wrap gap-1">
          {logRanges.map((each) => (
            <FilterToggle
              key={each}
              text={text.ranges[each]}
              pressed={each === range}
              onPress={() => change({ range: each })}
            />
          ))}
        </fieldset>
        <select
          aria-label={logMessages.level}
          value={level}
          onChange={({ target }) => change({ level: levelChoices.find((each) => each === target.value) ?? "error" })}
          className={smallField}
        >
          {levelChoices.map((each) => (
            <option key={each} value={each}>
              {logMessages.levels[each]}
            </option>
          ))}
        </select>
        <SettledText label={text.search} placeholder={text.search} value={q} onSettle={(next) => change({ q: next })} />
      </div>
      {found.isPending && <Loading rows={10} />}
      <ReadFailure reads={[found]} />
      {first?.problem && <Note>{logMessages.away}</Note>}
      {first?.unread.map(({ log, text: reason }) => (
        <Note key={log}>{text.unread(log, reason)}</Note>
      ))}
      {first && first.partial.length > 0 && <Note>{text.partial(first.partial.join(", "))}</Note>}
      {first && records.length === 0 && (
        <Empty
          title={text.none(momentText(from), momentText(to), first.searched.length)}
          text={q === "" ? text.noneText : text.noneOfText(q)}
        >
          {range !== "week" && <Button onClick={() => change({ range: "week" })}>{text.extend}</Button>}
        </Empty>
      )}
      {records.length > 0 && <Records records={records} onOpen={onOpen} />}
      {found.hasNextPage && (
        <div className="border-line border-t px-3 py-2">
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </div>
  );
}

function Records({
  records,
  onOpen,
}: {
  readonly records: readonly LogRecord[];
  readonly onOpen: (record: LogRecord) => void;
}) {
  return (
    <section
      aria-label={text.records}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]"
    >
      <ul className="divide-y divide-line text-xs">
        {folded(records).map(({ record, count }) => (
          <li key={`${record.log} ${record.offset}`}>
            <button
              type="button"
              title={logMessages.around.open(record.log)}
              onClick={() => onOpen(record)}
              className="flex min-h-target w-full flex-wrap items-start gap-x-3 gap-y-0.5 px-3 py-1.5 text-left hover:bg-page focus-visible:outline-offset-[-2px]"
            >
              <span className="w-[13px] shrink-0 pt-0.5">
                <LevelMark level={record.level} />
              </span>
              <span title={serverTime(record)} className="w-44 shrink-0 whitespace-nowrap text-muted tabular-nums">
                {record.time !== null && momentText(record.time)}
              </span>
              <span className="w-36 shrink-0 truncate text-muted">{record.log}</span>
              <span className="min-w-0 flex-1 basis-96 break-words font-mono">
                {record.meaning !== null && <span className="font-medium font-sans text-text">{record.meaning} </span>}
                {messageOf(record)}
              </span>
              {count > 1 && (
                <span className="shrink-0 font-medium tabular-nums" title={text.repeated(count)}>
                  × {count.toLocaleString()}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
