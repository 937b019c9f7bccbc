import { useMemo, useRef, useState } from "react";
import type { LogListing } from "#shared/logs/contract.ts";
import { logMessages } from "../../messages/english/logs.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { announce } from "../../ui/feedback/toasts.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import type { RowsHandle } from "../../ui/rows/rows-view.tsx";
import { LineDetails, RecordDetails } from "./lines/line-details.tsx";
import type { LogLines } from "./lines/log-lines.ts";
import { useCurrentLine } from "./lines/use-current-line.ts";
import { useLogState } from "./lines/use-log-lines.ts";
import { LogBar } from "./log-bar.tsx";
import { LogChoice } from "./log-choice.tsx";
import { LogFoot } from "./log-foot.tsx";
import { LogPane } from "./log-pane.tsx";
import { saveFound } from "./save-found.ts";
import { markerOf } from "./search/find-text.ts";
import { FoundPane } from "./search/found-pane.tsx";
import { type LogSearch, noFilter, questionOf } from "./search/log-filter.ts";
import { LogFilters } from "./search/log-filters.tsx";
import { useLogSearch } from "./search/use-log-search.ts";
import { useSteps } from "./search/use-steps.ts";

const ClearLogDialog = lazyPart(() => import("./clear-log-dialog.tsx"));
const GoToTimeDialog = lazyPart(() => import("./go-to-time-dialog.tsx"));

const text = logMessages;

interface ViewProps {
  readonly log: LogListing;
  readonly logs: readonly LogListing[];
  readonly lines: LogLines;
  readonly search: LogSearch;
  readonly onSearch: (change: LogSearch) => void;
  readonly onChoose: (name: string) => void;
  readonly onAround: (at: string) => void;
  /** Returns the address of a line, counted from 1. */
  readonly linkOf: (line: number) => string;
}

/** A log: its lines or the matches in it, with its actions. */
export function LogView({ log, logs, lines, search, onSearch, onChoose, onAround, linkOf }: ViewProps) {
  const { name } = log;
  const { phase } = useLogState(lines);
  const rows = useRef<RowsHandle>(null);
  const question = questionOf(search);
  const isFound = question !== undefined && !search.all;
  const [follows, setFollows] = useState(search.line === undefined);
  const [index, setIndex] = useState<number>();
  const { current, chosen, choose } = useCurrentLine({
    search,
    onSearch,
    rows,
    isReady: phase === "ready" && !isFound,
  });
  const found = useLogSearch(name, isFound ? question : undefined);
  const { q, re, cs } = search;
  const marker = useMemo(() => markerOf({ q, re, cs }), [q, re, cs]);

  const show = (number: number): void => {
    setFollows(false);
    if (isFound) onSearch({ ...noFilter, line: number + 1 });
    else choose(number, false);
    rows.current?.show(number, "middle");
    rows.current?.focus();
  };
  const { isSearching, step } = useSteps(name, show);
  const record = isFound && index !== undefined ? found.records[index] : undefined;
  const inFound = (direction: "next" | "previous", fits: (index: number) => boolean): void => {
    const by = direction === "next" ? 1 : -1;
    for (let at = index === undefined ? (by > 0 ? 0 : -1) : index + by; at >= 0 && at < found.records.length; at += by)
      if (fits(at)) {
        setIndex(at);
        rows.current?.show(at, "middle");
        return;
      }
    announce(direction === "next" ? text.noneBehind : text.noneBefore);
  };
  const saving = async (): Promise<void> => {
    if (question === undefined) return;
    const shown = (count: number) => text.matchCount(count);
    try {
      const count = await saveFound(name, question, (soFar) => announce(text.downloading(shown(soFar))));
      announce(text.downloaded(shown(count)));
    } catch (thrown) {
      announceRefusal(thrown);
    }
  };
  const inContext = (number: number): void => {
    setFollows(false);
    setIndex(undefined);
    onSearch({ ...noFilter, line: number + 1 });
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-panel">
      <LogBar
        name={name}
        choice={<LogChoice logs={logs} name={name} onChoose={onChoose} />}
        follows={follows}
        onFollow={isFound ? undefined : () => setFollows(!follows)}
        isSearching={isSearching}
        onLastError={() => void step({ levels: "error" }, undefined, "previous", text.noError)}
        onError={(direction) =>
          isFound
            ? inFound(direction, (at) => found.records[at]?.level === "error")
            : void step({ levels: "error" }, current, direction, noneTo(direction))
        }
        onMatch={
          question === undefined
            ? undefined
            : (direction) =>
                isFound ? inFound(direction, () => true) : void step(question, current, direction, noneTo(direction))
        }
        onDownloadFound={question === undefined ? undefined : () => void saving()}
        onGoTo={log.isTimed ? () => onSearch({ ask: "time" }) : undefined}
        onClear={() => onSearch({ ask: "clear" })}
      />
      <LogFilters search={search} onSearch={onSearch} />
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {isFound ? (
            <FoundPane
              name={name}
              found={found}
              current={index}
              onCurrent={setIndex}
              marker={marker}
              handle={rows}
              onClear={() => onSearch(noFilter)}
            />
          ) : (
            <LogPane
              name={name}
              lines={lines}
              current={current}
              onCurrent={(number, extend) => {
                setFollows(false);
                choose(number, extend);
              }}
              chosen={chosen}
              follows={follows}
              onFollow={setFollows}
              marker={marker}
              handle={rows}
            />
          )}
        </div>
        {record && (
          <RecordDetails
            record={record}
            linkOf={linkOf}
            onClose={() => setIndex(undefined)}
            onAround={onAround}
            onContext={inContext}
          />
        )}
        {!isFound && current !== undefined && phase === "ready" && (
          <LineDetails
            name={name}
            number={current}
            linkOf={linkOf}
            onClose={() => choose(undefined, false)}
            onAround={onAround}
          />
        )}
      </div>
      <LogFoot
        lines={lines}
        name={name}
        found={isFound ? found : undefined}
        chosen={chosen}
        onDrop={() => choose(current, false)}
      />
      {search.ask === "time" && (
        <GoToTimeDialog name={name} onLine={inContext} onClose={() => onSearch({ ask: undefined })} />
      )}
      {search.ask === "clear" && <ClearLogDialog log={log} onClose={() => onSearch({ ask: undefined })} />}
    </div>
  );
}

function noneTo(direction: "next" | "previous"): string {
  return direction === "next" ? text.noneBehind : text.noneBefore;
}
