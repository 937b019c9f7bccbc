import { CircleCheck, CircleX, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ProcessLogLine } from "#shared/processes/contract.ts";
import { logMessages } from "../../messages/english/logs.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { type RowsHandle, RowsView } from "../../ui/rows/rows-view.tsx";
import { momentText, timeText } from "../../ui/values/moment-text.ts";

const text = processMessages;

/** Log of a run, for one phase or all. While the run is active, the log stays scrolled to its end. */
export function RunLog({
  lines,
  phase,
  isOpen,
  onPhase,
}: {
  readonly lines: readonly ProcessLogLine[];
  readonly phase: string | undefined;
  readonly isOpen: boolean;
  readonly onPhase: (phase: string | undefined) => void;
}) {
  const shown = useMemo(
    () => (phase === undefined ? lines : lines.filter((line) => line.phase === phase)),
    [lines, phase],
  );
  const firstError = useMemo(() => lines.find(({ level }) => level === "error"), [lines]);
  const [follows, setFollows] = useState(isOpen);
  const [current, setCurrent] = useState<number>();
  const [wanted, setWanted] = useState<ProcessLogLine>();
  const rows = useRef<RowsHandle>(null);
  const line = current === undefined ? undefined : shown[current];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another phase has different rows
  useEffect(() => {
    setCurrent(undefined);
  }, [phase]);
  // After the effect above: until now, the rows of another phase may have been shown.
  useEffect(() => {
    const index = wanted === undefined ? -1 : shown.indexOf(wanted);
    if (index < 0) return;
    setFollows(false);
    setCurrent(index);
    rows.current?.show(index, "middle");
    setWanted(undefined);
  }, [wanted, shown]);

  const show = (error: ProcessLogLine): void => {
    if (phase !== undefined && error.phase !== phase) onPhase(error.phase ?? undefined);
    setWanted(error);
  };

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {firstError && (
        <p className="flex items-start gap-2 border-line border-b bg-bad-surface px-4 py-2 text-bad text-sm">
          <CircleX aria-hidden size={15} className="mt-1 shrink-0" />
          <span className="min-w-0 flex-1 break-words pt-0.5">
            <span className="font-medium">{text.firstError}:</span> {firstError.text}
          </span>
          <Button className="h-7" onClick={() => show(firstError)}>
            {text.showError}
          </Button>
        </p>
      )}
      {shown.length === 0 ? (
        <p className="p-4 text-muted">{isOpen ? text.noLines : text.noLinesEnded}</p>
      ) : (
        <RowsView
          label={text.logLabel(phase ?? text.allPhases)}
          rows={shown.length}
          row={(index) => <Line line={shown[index]} />}
          current={current}
          onCurrent={(index) => {
            setFollows(false);
            setCurrent(index);
          }}
          sticks={follows && isOpen}
          onStick={setFollows}
          handle={rows}
        />
      )}
      {line && (
        <div className="flex items-start gap-1 border-line border-t px-4 py-2 text-sm">
          <section
            aria-label={text.line}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
            tabIndex={0}
            className="max-h-36 min-w-0 flex-1 overflow-y-auto"
          >
            <p className="text-muted text-xs">
              <time dateTime={line.at}>{momentText(line.at)}</time> · {text.levels[line.level]}
              {line.phase !== null && ` · ${line.phase}`}
            </p>
            <p className="break-words font-mono text-xs">{line.text}</p>
          </section>
          <CopyIcon text={line.text} label={logMessages.details.copyLine} />
          <IconButton icon={X} label={logMessages.details.close} onClick={() => setCurrent(undefined)} />
        </div>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: ProcessLogLine | undefined }) {
  if (line === undefined) return null;
  const { level, at, text: said } = line;
  return (
    <div className="flex h-[20px] items-center gap-2 whitespace-pre px-3 leading-[20px]">
      <span className="inline-flex w-[13px] shrink-0">
        {level === "error" && <CircleX aria-label={text.levels.error} size={13} className="text-bad" />}
        {level === "success" && <CircleCheck aria-label={text.levels.success} size={13} className="text-good" />}
      </span>
      <time dateTime={at} title={momentText(at)} className="shrink-0 text-muted tabular-nums">
        {timeText(at)}
      </time>
      <span className="min-w-0 flex-1 overflow-clip text-ellipsis">{said}</span>
    </div>
  );
}
