import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { searchMessages } from "../../messages/english/search.ts";
import type { ErrorMeaning } from "../../ui/feedback/error-meanings.ts";
import type { EarlyKeys } from "./early-keys.ts";
import { ErrorDialog } from "./error-dialog.tsx";
import { noteChoice, recentChoices, recentFirst } from "./recent-choices.ts";
import type { SearchResult } from "./search-result.ts";
import { useSearchResults } from "./search-results.ts";

const text = searchMessages;

/** Palette to go to any page: type, select with the arrow keys, press Enter. */
export default function SearchPalette({
  early,
  onClose,
}: {
  /** Input from before the field has the focus. */
  readonly early: EarlyKeys | undefined;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  // By id: new results can arrive in between, and Enter must still open the marked entry.
  const [marked, setMarked] = useState<string>();
  const [recent] = useState(recentChoices);
  const [explained, setExplained] = useState<ErrorMeaning>();
  const found = recentFirst(useSearchResults(typed, recent), recent);
  const index = Math.max(
    0,
    found.findIndex(({ id }) => id === marked),
  );
  const mark = (at: number) => setMarked(found[Math.min(Math.max(at, 0), found.length - 1)]?.id);
  const choose = (entry: SearchResult | undefined) => {
    if (entry === undefined) return;
    noteChoice(entry.id);
    if (entry.explains) return setExplained(entry.explains);
    onClose();
    entry.open?.();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") choose(found[index]);
    else if (event.key === "ArrowDown") mark(index + 1);
    else if (event.key === "ArrowUp") mark(index - 1);
    else return;
    event.preventDefault();
  };
  if (explained) return <ErrorDialog meaning={explained} onClose={onClose} />;
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-shade" />
        <Dialog.Popup className="fixed inset-x-3 top-[10dvh] z-40 mx-auto flex max-h-[75dvh] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-panel shadow-2xl outline-none">
          <Dialog.Title className="sr-only">{text.title}</Dialog.Title>
          <div className="flex items-center gap-3 border-line border-b px-4">
            <Search aria-hidden size={18} className="shrink-0 text-muted" />
            <input
              type="text"
              role="combobox"
              aria-label={text.title}
              aria-expanded="true"
              aria-controls="search-results"
              aria-autocomplete="list"
              aria-activedescendant={found.length > 0 ? `search-${index}` : undefined}
              placeholder={text.placeholder}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setMarked(undefined);
              }}
              onFocus={() => setTyped((before) => before + (early?.take() ?? ""))}
              onKeyDown={onKey}
              className="h-13 min-w-0 flex-1 bg-transparent text-base outline-none"
            />
          </div>
          <div
            id="search-results"
            role="listbox"
            aria-label={text.title}
            className="min-h-0 flex-1 overflow-y-auto p-2"
          >
            {found.map((entry, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field above
              // biome-ignore lint/a11y/useFocusableInteractive: the field above refers to it
              <div
                key={entry.id}
                id={`search-${at}`}
                role="option"
                aria-selected={at === index}
                ref={at === index ? scrollToOption : undefined}
                onClick={() => choose(entry)}
                onMouseMove={() => mark(at)}
                className="flex min-h-9 items-center gap-3 rounded-md px-3 py-1.5 aria-selected:bg-selection"
              >
                <span className="min-w-0 flex-1 truncate" title={entry.text}>
                  {entry.text}
                </span>
                <span className="shrink-0 text-muted text-sm">{entry.group}</span>
              </div>
            ))}
          </div>
          {found.length === 0 && <p className="px-5 pb-5 text-muted">{text.none(typed)}</p>}
          <p className="border-line border-t px-4 py-2 text-muted text-sm">{text.hint}</p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function scrollToOption(option: HTMLDivElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}
