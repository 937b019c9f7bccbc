import { Search, X } from "lucide-react";
import { words } from "../words/words.ts";
import { IconButton } from "./icon-button.tsx";

/** Narrows a list while one types. The key `/` leads here. */
export function FilterField({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  return (
    <div className="relative min-w-0 flex-1 basis-60 sm:max-w-sm">
      <Search aria-hidden size={15} className="-translate-y-1/2 absolute top-1/2 left-2.5 text-muted" />
      <input
        type="text"
        aria-label={label}
        placeholder={hint}
        data-shortcut="/"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-full rounded-md border border-line-strong bg-panel pr-8 pl-8 text-sm focus-visible:outline-offset-0"
      />
      {value !== "" && (
        <IconButton
          icon={X}
          label={words.table.clearFilters}
          className="absolute top-0 right-0"
          onClick={() => onChange("")}
        />
      )}
    </div>
  );
}
