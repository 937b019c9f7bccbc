import {
  ArrowDownToLine,
  ChevronDown,
  ChevronUp,
  CircleX,
  Clock,
  Download,
  Eraser,
  FileDown,
  type LucideIcon,
  Search,
} from "lucide-react";
import type { ReactNode } from "react";
import { downloadWhenReady } from "../../api/start-download.ts";
import { logMessages } from "../../messages/english/logs.ts";
import { messages } from "../../messages/messages.ts";
import { Button, buttonClasses } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { Toggle } from "../../ui/buttons/toggle.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { MenuEntry } from "../../ui/menus/menu-entries.tsx";
import { Offered } from "../../ui/offered.tsx";
import { logAddress } from "./log-address.ts";
import type { Direction } from "./search/step-to.ts";

const text = logMessages;

interface BarProps {
  readonly name: string;
  readonly choice: ReactNode;
  readonly follows: boolean;
  readonly onFollow: (() => void) | undefined;
  readonly isSearching: boolean;
  readonly onLastError: () => void;
  readonly onError: (direction: Direction) => void;
  /** Undefined without a search. */
  readonly onMatch: ((direction: Direction) => void) | undefined;
  readonly onDownloadFound: (() => void) | undefined;
  /** Undefined if the log has no times. */
  readonly onGoTo: (() => void) | undefined;
  readonly onClear: () => void;
}

/** Selection of the log, with its actions. */
export function LogBar({ name, choice, follows, onFollow, isSearching, ...does }: BarProps) {
  const entries: readonly (readonly MenuEntry[])[] = [
    does.onDownloadFound === undefined
      ? []
      : [{ text: text.downloadFound, icon: FileDown, onChoose: does.onDownloadFound }],
    [
      {
        needs: "DELETE /svc/api/server-info/logs/clear/{logFileName}",
        text: text.clear,
        icon: Eraser,
        onChoose: does.onClear,
        danger: true,
      },
    ],
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      {choice}
      {onFollow && (
        <Toggle icon={ArrowDownToLine} label={text.follow} pressed={follows} onPress={onFollow} data-shortcut="f" />
      )}
      <Button onClick={does.onLastError} busy={isSearching}>
        <CircleX aria-hidden size={14} className="text-bad max-sm:hidden" />
        {text.lastError}
      </Button>
      <Pair
        labels={[text.previousError, text.nextError]}
        keys={["E", "e"]}
        onStep={does.onError}
        title={text.levels.error}
        icon={CircleX}
      />
      {does.onMatch && (
        <Pair
          labels={[text.previousMatch, text.nextMatch]}
          keys={["N", "n"]}
          onStep={does.onMatch}
          title={text.matches}
          icon={Search}
        />
      )}
      {does.onGoTo && (
        <Button onClick={does.onGoTo}>
          <Clock aria-hidden size={14} className="text-muted" />
          {text.goTo}
        </Button>
      )}
      <div className="ml-auto flex items-center gap-1">
        <Offered needs="GET /svc/api/server-info/logs/{fileName}">
          <a
            href={logAddress(name)}
            download={name}
            onClick={downloadWhenReady}
            className={buttonClasses()}
            title={text.downloadAll}
          >
            <Download aria-hidden size={14} />
            <span className="sr-only sm:not-sr-only">{text.download}</span>
          </a>
        </Offered>
        <MenuButton label={messages.table.actions} groups={entries} />
      </div>
    </div>
  );
}

function Pair({
  labels: [previous, next],
  keys: [previousKey, nextKey],
  title,
  icon: Icon,
  onStep,
}: {
  readonly labels: readonly [previous: string, next: string];
  readonly keys: readonly [previous: string, next: string];
  readonly title: string;
  readonly icon: LucideIcon;
  readonly onStep: (direction: Direction) => void;
}) {
  return (
    <fieldset className="flex items-center gap-0.5 rounded-md border border-line sm:pl-2.5">
      <legend className="sr-only">{title}</legend>
      <Icon aria-hidden size={13} className="ml-2 text-muted sm:hidden" />
      <span aria-hidden className="text-muted text-sm max-sm:hidden">
        {title}
      </span>
      <IconButton
        icon={ChevronUp}
        label={previous}
        data-shortcut={previousKey}
        onClick={() => onStep("previous")}
        className="h-7.5 w-7"
      />
      <IconButton
        icon={ChevronDown}
        label={next}
        data-shortcut={nextKey}
        onClick={() => onStep("next")}
        className="h-7.5 w-7"
      />
    </fieldset>
  );
}
