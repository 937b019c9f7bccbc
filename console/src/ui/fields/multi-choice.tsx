import { Combobox } from "@base-ui/react/combobox";
import { Check, X } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { FieldTies } from "./field.tsx";

/** Option, with an optional warning. */
export interface Choice {
  readonly name: string;
  readonly warning?: string | undefined;
}

/**
 * Selection of several options: chips for the selected ones, and a list that is filtered during typing. Names that aren't in the list can
 * be typed.
 */
export function MultiChoice({
  ties,
  choices,
  chosen,
  onChange,
  placeholder,
  removeLabel,
  addLabel,
  emptyText,
  complete,
}: {
  readonly ties: FieldTies;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly placeholder: string;
  readonly removeLabel: (name: string) => string;
  readonly addLabel: (name: string) => string;
  readonly emptyText: string;
  /** Returns a typed name in its stored form, for example with extension. */
  readonly complete: (typed: string) => string;
}) {
  const [typed, setTyped] = useState("");
  const warnings = useMemo(() => new Map(choices.map(({ name, warning }) => [name, warning])), [choices]);
  const names = useMemo(() => {
    const all = new Set([...choices.map(({ name }) => name), ...chosen]);
    const wanted = typed.trim();
    const isKnown = [...all].some((name) => name.toLowerCase().includes(wanted.toLowerCase()));
    return wanted === "" || isKnown ? [...all] : [...all, complete(wanted)];
  }, [choices, chosen, typed, complete]);

  return (
    <Combobox.Root
      multiple
      items={names}
      value={[...chosen]}
      onValueChange={(next, details) => {
        // Escape would clear the selection.
        if (details.reason === "escape-key") details.cancel();
        else {
          onChange(next);
          setTyped("");
        }
      }}
      inputValue={typed}
      onInputValueChange={setTyped}
      autoHighlight
    >
      <Combobox.InputGroup className="flex min-h-9 flex-wrap items-center gap-1 rounded-md border border-line-strong bg-panel p-1 focus-within:outline-2 focus-within:outline-accent has-aria-invalid:border-bad">
        <Combobox.Chips className="contents">
          {chosen.map((name) => (
            <Combobox.Chip
              key={name}
              className="flex h-6.5 min-h-target min-w-0 items-center gap-0.5 rounded bg-selection pl-2 text-sm data-highlighted:outline-2 data-highlighted:outline-accent"
            >
              <span className="truncate">{name}</span>
              <Combobox.ChipRemove
                aria-label={removeLabel(name)}
                className="flex size-target items-center justify-center rounded text-muted hover:text-text"
              >
                <X aria-hidden size={13} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...ties}
            placeholder={chosen.length === 0 ? placeholder : ""}
            onKeyDown={stopEscapeWithText}
            className="h-6.5 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className="max-h-[min(18rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-panel py-1 shadow-xl">
            <Combobox.Empty className="px-3 py-2 text-muted empty:hidden">{emptyText}</Combobox.Empty>
            <Combobox.List className="outline-none">
              {(name: string) => (
                <Combobox.Item
                  key={name}
                  value={name}
                  className="flex h-9 cursor-default items-center gap-2 px-3 outline-none data-highlighted:bg-selection"
                >
                  <span className="flex w-4 shrink-0">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden size={15} />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className="min-w-0 flex-1 truncate">
                    {warnings.has(name) || chosen.includes(name) ? name : addLabel(name)}
                  </span>
                  {warnings.get(name) && <span className="text-sm text-warn">{warnings.get(name)}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** Stops the first Escape, which clears the typed text and must not close the surrounding dialog. */
function stopEscapeWithText(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === "Escape" && event.currentTarget.value !== "") event.stopPropagation();
}
