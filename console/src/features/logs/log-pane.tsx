import { ArrowDown } from "lucide-react";
import { type ReactNode, type Ref, useCallback, useEffect, useRef, useState } from "react";
import { logMessages } from "../../messages/english/logs.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { type RowsHandle, RowsView } from "../../ui/rows/rows-view.tsx";
import type { LogLines } from "./lines/log-lines.ts";
import { LogRow } from "./lines/log-row.tsx";
import { useLogState } from "./lines/use-log-lines.ts";
import type { Marker } from "./search/find-text.ts";

const text = logMessages;

interface PaneProps {
  readonly name: string;
  readonly lines: LogLines;
  readonly current: number | undefined;
  readonly onCurrent: (number: number, extend: boolean) => void;
  readonly chosen: readonly [first: number, last: number] | undefined;
  readonly follows: boolean;
  readonly onFollow: (follows: boolean) => void;
  readonly marker: Marker;
  readonly handle: Ref<RowsHandle>;
}

/** All lines of a log, regardless of their number. */
export function LogPane({ name, lines, marker, follows, onFollow, ...rest }: PaneProps) {
  const state = useLogState(lines);
  const { phase, total, error } = state;
  const [seen, setSeen] = useState<number>();
  const visible = useRef({ first: 0, end: 0 });
  const fresh = follows || seen === undefined ? 0 : total - seen;
  const digits = String(total).length;

  const onVisible = useCallback(
    (first: number, end: number) => {
      visible.current = { first, end };
      lines.setVisible(first, end);
      if (end >= lines.state().total) setSeen(end);
    },
    [lines],
  );
  useEffect(() => {
    if (phase === "ready" && seen === undefined) setSeen(total);
    if (phase === "ready" && follows) setSeen(total);
  }, [phase, total, follows, seen]);

  // For measurements: the time from `log-open` or a jump until all visible rows are loaded.
  useEffect(() => {
    const { first, end } = visible.current;
    if (state.phase !== "ready" || end === 0) return;
    for (let number = first; number < Math.min(end, state.total); number += 1)
      if (lines.line(number) === undefined) return;
    performance.clearMarks("log-filled");
    performance.mark("log-filled", { detail: { first, end } });
  }, [lines, state]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines must be rendered
  const row = useCallback(
    (number: number) => <LogRow shown={lines.line(number)} number={number + 1} digits={digits} marker={marker} />,
    [lines, digits, marker, state],
  );

  if (phase === "failed") return <Failed error={error} onRetry={lines.retry} />;
  if (phase === "opening") return <Opening lines={lines} />;
  return (
    <>
      {error !== undefined && <Failed error={error} onRetry={lines.retry} />}
      {state.rotations > 0 && <Note>{text.rotated}</Note>}
      {total === 0 ? (
        <Empty title={text.empty} text={text.emptyText} />
      ) : (
        <div className="relative flex min-h-0 flex-1 flex-col">
          <RowsView
            label={text.label(name)}
            rows={total}
            row={row}
            onVisible={onVisible}
            sticks={follows}
            onStick={onFollow}
            {...rest}
          />
          {fresh > 0 && (
            <Button
              look="primary"
              className="absolute right-6 bottom-3 shadow-lg"
              onClick={() => onFollow(true)}
              title={text.followHint}
            >
              <ArrowDown aria-hidden size={14} />
              {text.fresh(text.lines(fresh))}
            </Button>
          )}
        </div>
      )}
      <FreshLinesAnnouncement total={total} follows={follows} />
    </>
  );
}

function Opening({ lines }: { readonly lines: LogLines }) {
  const { countedBytes, sizeBytes } = useLogState(lines);
  const isLong = countedBytes > 0 && countedBytes < sizeBytes;
  return (
    <>
      {isLong && <Note>{text.counting(`${Math.floor((countedBytes / sizeBytes) * 100)} %`)}</Note>}
      <Loading rows={14} />
    </>
  );
}

export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="border-line border-b bg-warn-surface px-4 py-2 text-sm text-warn">
      {children}
    </p>
  );
}

/** Interval of announcements of new lines for users of a screen reader. */
const summaryMs = 10_000;

/** Periodic announcement of the number of new lines while a log is followed. */
function FreshLinesAnnouncement({ total, follows }: { readonly total: number; readonly follows: boolean }) {
  const [announcement, setAnnouncement] = useState("");
  const latest = useRef(total);
  latest.current = total;
  useEffect(() => {
    if (!follows) return;
    let announcedTotal = latest.current;
    const timer = window.setInterval(() => {
      const count = latest.current - announcedTotal;
      announcedTotal = latest.current;
      setAnnouncement(count > 0 ? text.freshAnnouncement(text.lines(count)) : "");
    }, summaryMs);
    return () => window.clearInterval(timer);
  }, [follows]);
  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  );
}
