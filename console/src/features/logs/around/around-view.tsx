import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronLeft, ChevronRight, Columns3, List } from "lucide-react";
import { useState } from "react";
import type { LogRecord } from "#shared/logs/contract.ts";
import { reading } from "../../../api/query.ts";
import { logMessages } from "../../../messages/english/logs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Toggle } from "../../../ui/buttons/toggle.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Empty, Loading } from "../../../ui/feedback/states.tsx";
import { smallField } from "../../../ui/fields/settled-text.tsx";
import { useWide } from "../../../ui/use-media.ts";
import { Note } from "../log-pane.tsx";
import { AroundRecords } from "./around-records.tsx";

const text = logMessages.around;
const spans = [5, 60, 300, 3600] as const;
const recordsPerLog = 100;

/** Records of all logs around a time: in one list by time, or side by side. */
export function AroundView({
  at,
  within,
  backTo,
  onMove,
  onBack,
  onOpen,
}: {
  readonly at: string;
  readonly within: number | undefined;
  readonly backTo: string;
  readonly onMove: (change: { readonly at?: string; readonly within?: number }) => void;
  readonly onBack: () => void;
  readonly onOpen: (record: LogRecord) => void;
}) {
  const asked = aroundQuestion(at, within);
  const { seconds } = asked;
  const isWideWindow = useWide();
  const [isWide, setWide] = useState(true);
  const around = useQuery({
    ...reading("GET /svc/api/logs/around", asked),
    placeholderData: keepPreviousData,
  });
  const records = around.data?.records ?? [];
  const moved = (by: number) => onMove({ at: new Date(Date.parse(at) + by * seconds * 1_000).toISOString() });
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        <Button onClick={onBack}>
          <ArrowLeft aria-hidden size={14} />
          {text.back(backTo)}
        </Button>
        <div className="flex items-center gap-1">
          <Button onClick={() => moved(-1)}>
            <ChevronLeft aria-hidden size={14} />
            {text.earlier}
          </Button>
          <Button onClick={() => moved(1)}>
            {text.later}
            <ChevronRight aria-hidden size={14} />
          </Button>
        </div>
        <select
          aria-label={text.within}
          value={seconds}
          onChange={({ target }) => onMove({ within: Number(target.value) })}
          className={smallField}
        >
          {spans.map((span) => (
            <option key={span} value={span}>
              ± {text.spans[span]}
            </option>
          ))}
        </select>
        <fieldset aria-label={text.layout} className="ml-auto hidden gap-1 lg:flex">
          <Toggle icon={List} label={text.list} pressed={!isWide} onPress={() => setWide(false)} />
          <Toggle icon={Columns3} label={text.columns} pressed={isWide} onPress={() => setWide(true)} />
        </fieldset>
      </div>
      {around.isPending && <Loading rows={10} />}
      <ReadFailure reads={[around]} />
      {around.data?.problem && <Note>{logMessages.away}</Note>}
      {around.data && around.data.cut.length > 0 && <Note>{text.cut(around.data.cut.join(", "))}</Note>}
      {around.data && records.length === 0 && <Empty title={text.none} text={text.noneText} />}
      {records.length > 0 && (
        <AroundRecords at={at} records={records} isWide={isWide && isWideWindow} onOpen={onOpen} />
      )}
    </div>
  );
}

/** Returns the request for a time; an unknown range is replaced by the default. */
export function aroundQuestion(at: string, within: number | undefined) {
  return { at, seconds: spans.find((span) => span === within) ?? 60, limit: recordsPerLog };
}
