import { useEffect, useRef } from "react";
import type { LogRecord } from "#shared/logs/contract.ts";
import { logMessages } from "../../../messages/english/logs.ts";
import { classes } from "../../../ui/classes.ts";
import { momentText } from "../../../ui/values/moment-text.ts";
import { LevelMark } from "../lines/level-mark.tsx";
import { messageOf, serverTime } from "../lines/line-text.ts";

const text = logMessages.around;

/** Records of several logs by time, each with a link to its log. */
export function AroundRecords({
  at,
  records,
  isWide,
  onOpen,
}: {
  readonly at: string;
  readonly records: readonly LogRecord[];
  readonly isWide: boolean;
  readonly onOpen: (record: LogRecord) => void;
}) {
  const logs = [...new Set(records.map(({ log }) => log))].toSorted();
  const here = records.findIndex(({ time }) => (time ?? "") >= at);
  const box = useRef<HTMLElement>(null);
  const moment = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time is scrolled into view
  useEffect(() => {
    const [row, around] = [moment.current, box.current];
    if (row && around) around.scrollTop = row.offsetTop - around.clientHeight / 2;
  }, [at, records]);
  const isColumns = isWide && logs.length > 1;
  return (
    <section
      ref={box}
      aria-label={text.logs}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]"
    >
      <table className="w-full table-fixed border-separate border-spacing-0 text-left text-xs">
        <thead>
          <tr className="text-muted">
            <th scope="col" className={`${headClasses} w-28 sm:w-52`}>
              {text.time}
            </th>
            {isColumns ? (
              logs.map((log) => (
                <th key={log} scope="col" className={headClasses}>
                  {log}
                </th>
              ))
            ) : (
              <>
                <th scope="col" className={`${headClasses} hidden w-36 sm:table-cell`}>
                  {logMessages.log}
                </th>
                <th scope="col" className={headClasses}>
                  {text.says}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody className="font-mono">
          {records.map((record, index) => {
            const isHere = index === here;
            return (
              <tr
                key={`${record.log} ${record.offset}`}
                {...(isHere && { ref: moment })}
                className={classes("align-top", isHere && "bg-selection")}
              >
                <td
                  title={serverTime(record)}
                  className={classes(
                    "whitespace-nowrap px-3 py-1 text-muted tabular-nums",
                    isHere && "shadow-[inset_3px_0_var(--accent)]",
                  )}
                >
                  {isHere && <span className="sr-only">{text.moment}: </span>}
                  {record.time !== null && momentText(record.time).replace(/^.*?, /, "")}
                </td>
                {isColumns ? (
                  logs.map((log) => (
                    <td key={log} className="border-line border-l px-1">
                      {record.log === log && <Entry record={record} onOpen={onOpen} />}
                    </td>
                  ))
                ) : (
                  <>
                    <td className="hidden truncate px-3 py-1 text-muted sm:table-cell">{record.log}</td>
                    <td className="px-1">
                      <Entry record={record} onOpen={onOpen} withLog />
                    </td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const headClasses = "sticky top-0 z-10 border-line border-b bg-panel px-3 py-1.5 font-medium";

function Entry({
  record,
  onOpen,
  withLog = false,
}: {
  readonly record: LogRecord;
  readonly onOpen: (record: LogRecord) => void;
  readonly withLog?: boolean;
}) {
  return (
    <button
      type="button"
      title={text.open(record.log)}
      onClick={() => onOpen(record)}
      className="flex min-h-target w-full items-start gap-2 rounded px-2 py-1 text-left hover:bg-page focus-visible:outline-offset-[-2px]"
    >
      <span className="w-[13px] shrink-0 pt-0.5">
        <LevelMark level={record.level} />
      </span>
      <span className="min-w-0 break-words">
        {withLog && <span className="text-muted sm:hidden">{record.log} </span>}
        {messageOf(record)}
      </span>
    </button>
  );
}
