import { CloudOff, Copy, Download, Radio, Timer, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { byteSize } from "../../ui/byte-size.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { saveText } from "../../ui/save-text.ts";
import { announce } from "../../ui/toasts.tsx";
import { logWords } from "../../words/logs.ts";
import { plural } from "../../words/plural.ts";
import { words } from "../../words/words.ts";
import { linesText } from "./collect.ts";
import type { LogLines } from "./log-lines.ts";
import type { Found } from "./use-found.ts";
import { useLogState } from "./use-log-lines.ts";

const text = logWords;
const icons = { starting: Timer, stream: Radio, polling: Timer, away: CloudOff } as const;

/** How much there is, whether it is up to date, and what was chosen of it. */
export function LogFoot({
  lines,
  name,
  found,
  chosen,
  onDrop,
}: {
  readonly lines: LogLines;
  readonly name: string;
  readonly found: Found | undefined;
  readonly chosen: readonly [first: number, last: number] | undefined;
  readonly onDrop: () => void;
}) {
  const { total, sizeBytes, tail, phase } = useLogState(lines);
  const Icon = icons[tail];
  return (
    <footer className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-3 py-1 text-muted text-sm">
      {found?.pages.data !== undefined ? (
        <span role="status" className="tabular-nums">
          {text.found(plural(found.records.length, text.match[0], text.match[1]), found.pages.hasNextPage)}
        </span>
      ) : (
        <span className="tabular-nums">{phase === "ready" && plural(total, text.lines[0], text.lines[1])}</span>
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
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await linesText(name, first, last));
      announce(words.copy.done);
    } catch {
      announce(words.copy.refused); // A browser asks the person, who may say no.
    }
  };
  const save = async () =>
    saveText(name.replace(/(\.log)?$/, `-${first + 1}-${last + 1}.log`), [`${await linesText(name, first, last)}\n`]);
  return (
    <span className="inline-flex items-center gap-1 text-text">
      <span className="tabular-nums">{text.chosen(plural(last - first + 1, text.lines[0], text.lines[1]))}</span>
      <Button look="quiet" className="h-7" onClick={() => void copy()}>
        <Copy aria-hidden size={14} />
        {text.copyChosen}
      </Button>
      <Button look="quiet" className="h-7" onClick={() => void save()}>
        <Download aria-hidden size={14} />
        {text.downloadChosen}
      </Button>
      <IconButton icon={X} label={text.dropChosen} className="size-7" onClick={onDrop} />
    </span>
  );
}
