import { CloudOff, Copy, Download, Radio, Timer, X } from "lucide-react";
import { logMessages } from "../../messages/english/logs.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { copyText } from "../../ui/buttons/copy-text.ts";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { saveText } from "../../ui/buttons/save-text.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { byteSize } from "../../ui/values/byte-size.tsx";
import type { LogLines } from "./lines/log-lines.ts";
import { useLogState } from "./lines/use-log-lines.ts";
import { linesText } from "./save-found.ts";
import type { LogSearch } from "./search/use-log-search.ts";

const text = logMessages;
const icons = { starting: Timer, stream: Radio, polling: Timer, away: CloudOff } as const;

/** Number of lines or matches, size, selection, and state of the live updates. */
export function LogFoot({
  lines,
  name,
  found,
  chosen,
  onDrop,
}: {
  readonly lines: LogLines;
  readonly name: string;
  readonly found: LogSearch | undefined;
  readonly chosen: readonly [first: number, last: number] | undefined;
  readonly onDrop: () => void;
}) {
  const { total, sizeBytes, tail, phase } = useLogState(lines);
  const Icon = icons[tail];
  return (
    <footer className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-3 py-1 text-muted text-sm">
      {found?.pages.data !== undefined ? (
        <span role="status" className="tabular-nums">
          {found.total
            ? text.foundOf(text.matchCount(found.total.count), found.total.isAtLeast)
            : text.found(text.matchCount(found.records.length), found.pages.hasNextPage)}
        </span>
      ) : (
        <span className="tabular-nums">{phase === "ready" && text.lines(total)}</span>
      )}
      {phase === "ready" && <span className="tabular-nums">{byteSize(sizeBytes)}</span>}
      {chosen && found === undefined && <Chosen name={name} chosen={chosen} onDrop={onDrop} />}
      <span className="ml-auto inline-flex items-center gap-1.5">
        <Icon aria-hidden size={14} className={tail === "away" ? "text-warn" : "text-good"} />
        {text.tails[tail]}
      </span>
    </footer>
  );
}

function Chosen({
  name,
  chosen: [first, last],
  onDrop,
}: {
  readonly name: string;
  readonly chosen: readonly [first: number, last: number];
  readonly onDrop: () => void;
}) {
  const withText = (use: (chosen: string) => void) =>
    void linesText(name, first, last).then(use).catch(announceRefusal);
  const copy = (chosen: string) => void copyText(chosen);
  const save = (chosen: string) =>
    saveText(name.replace(/(\.log)?$/, `-${first + 1}-${last + 1}.log`), [`${chosen}\n`]);
  return (
    <span className="inline-flex items-center gap-1 text-text">
      <span className="tabular-nums">{text.chosen(text.lines(last - first + 1))}</span>
      <Button look="quiet" className="h-7" onClick={() => withText(copy)}>
        <Copy aria-hidden size={14} />
        {text.copyChosen}
      </Button>
      <Button look="quiet" className="h-7" onClick={() => withText(save)}>
        <Download aria-hidden size={14} />
        {text.downloadChosen}
      </Button>
      <IconButton icon={X} label={text.dropChosen} className="size-7" onClick={onDrop} />
    </span>
  );
}
