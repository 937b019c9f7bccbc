import { Suspense, useMemo, useRef, useState } from "react";
import type { LogListing } from "../../../../shared/logs/contract.ts";
import { announceRefusal } from "../../ui/announce-refusal.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import type { RowsHandle } from "../../ui/rows/rows-view.tsx";
import { announce } from "../../ui/toasts.tsx";
import { logWords } from "../../words/logs.ts";
import { saveFound } from "./collect.ts";
import { markerOf } from "./find-text.ts";
import { FoundPane } from "./found-pane.tsx";
import { LineDetails, RecordDetails } from "./line-details.tsx";
import { LogBar } from "./log-bar.tsx";
import { LogChoice } from "./log-choice.tsx";
import { type LogSearch, noFilter, questionOf } from "./log-filter.ts";
import { LogFilters } from "./log-filters.tsx";
import { LogFoot } from "./log-foot.tsx";
import type { LogLines } from "./log-lines.ts";
import { LogPane } from "./log-pane.tsx";
import { useCurrentLine } from "./use-current-line.ts";
import { useFound } from "./use-found.ts";
import { useLogState } from "./use-log-lines.ts";
import { useSteps } from "./use-steps.ts";

const ClearLogDialog = lazyPart(() => import("./clear-log-dialog.tsx"));

const text = logWords;

interface ViewProps {
  readonly log: LogListing;
  readonly logs: readonly LogListing[];
  readonly lines: LogLines;
  readonly search: LogSearch;
  readonly onSearch: (change: LogSearch) => void;
  readonly onChoose: (name: string) => void;
  readonly onAround: (at: string) => void;
  /** An address that leads to a line, counted from 1. */
  readonly linkOf: (line: number) => string;
}

/** One log: its lines or what was found in them, and what can be done with it. */
export function LogView({ log, logs, lines, search, onSearch, onChoose, onAround, linkOf }: ViewProps) {
  const { name } = log;
  const { phase } = useLogState(lines);
  const rows = useRef<RowsHandle>(null);
  const question = questionOf(search);
  const isFound = question !== undefined && !search.all;
  const [follows, setFollows] = useState(search.line === undefined);
  const [place, setPlace] = useState<number>();
  const { current, chosen, choose } = useCurrentLine({
    search,
    onSearch,
    rows,
    isReady: phase === "ready" && !isFound,
  });
  const found = useFound(name, isFound ? question : undefined);
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
  const record = isFound && place !== undefined ? found.records[place] : undefined;
  const inFound = (direction: "next" | "previous", fits: (place: number) => boolean): void => {
    const by = direction === "next" ? 1 : -1;
    for (let at = place === undefined ? (by > 0 ? 0 : -1) : place + by; at >= 0 && at < found.records.length; at += by)
      if (fits(at)) {
        setPlace(at);
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
    setPlace(undefined);
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
        onClear={() => onSearch({ ask: "clear" })}
      />
      <LogFilters search={search} onSearch={onSearch} />
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {isFound ? (
            <FoundPane
              name={name}
              found={found}
              current={place}
              onCurrent={setPlace}
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
            onClose={() => setPlace(undefined)}
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
      <Suspense>
        {search.ask === "clear" && <ClearLogDialog log={log} onClose={() => onSearch({ ask: undefined })} />}
      </Suspense>
    </div>
  );
}

function noneTo(direction: "next" | "previous"): string {
  return direction === "next" ? text.noneBehind : text.noneBefore;
}
