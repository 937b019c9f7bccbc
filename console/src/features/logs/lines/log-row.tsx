import { memo } from "react";
import { classes } from "../../../ui/classes.ts";
import { momentText, timeText } from "../../../ui/values/moment-text.ts";
import type { Marker } from "../search/find-text.ts";
import { LevelMark } from "./level-mark.tsx";
import { messageOf, type ShownLine, serverTime } from "./line-text.ts";

interface RowProps {
  readonly shown: ShownLine | undefined;
  /** Counted from 1; undefined if unknown. */
  readonly number?: number | undefined;
  /** Number of digits of the longest line number. */
  readonly digits: number;
  readonly marker: Marker;
}

/** A line: number, severity, time, text. Lines that aren't loaded yet are gray bars. */
export const LogRow = memo(function LogRow({ shown, number, digits, marker }: RowProps) {
  return (
    <div className="flex h-[20px] items-center gap-2 whitespace-pre px-2 leading-[20px]">
      {number !== undefined && (
        <span
          className="hidden shrink-0 select-none text-right text-muted tabular-nums sm:inline"
          style={{ width: `${digits}ch` }}
        >
          {number}
        </span>
      )}
      {shown === undefined ? (
        <span aria-hidden className="h-2 w-2/5 rounded bg-selection" />
      ) : (
        <>
          <LevelMark level={shown.level} />
          {shown.time !== null && (
            <time dateTime={shown.time} title={serverTime(shown)} className="shrink-0 text-muted tabular-nums">
              <span className="sm:hidden">{timeText(shown.time)}</span>
              <span className="hidden sm:inline">{momentText(shown.time)}</span>
            </time>
          )}
          <span
            className={classes(
              "min-w-0 flex-1 overflow-clip text-ellipsis",
              shown.kind === "continuation" && "pl-4 text-muted",
              shown.kind === "heading" && "text-muted italic",
            )}
          >
            <Marked parts={marker(messageOf(shown))} />
          </span>
        </>
      )}
    </div>
  );
});

export function Marked({ parts }: { readonly parts: readonly string[] }) {
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which renders as a whole when it changes
      <mark key={index} className="rounded-xs bg-warn-surface text-warn">
        {part}
      </mark>
    ),
  );
}
