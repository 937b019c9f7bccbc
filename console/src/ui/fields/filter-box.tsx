import { Search, X } from "lucide-react";
import type { ComponentProps } from "react";
import { messages } from "../../messages/messages.ts";
import { IconButton } from "../buttons/icon-button.tsx";
import { classes } from "../classes.ts";

/** Maximum length of a search text in the service. */
const longestText = 200;

/** Frame of a text filter: a magnifying glass, and a button that clears the text. */
export function FilterBox({
  label,
  value,
  onClear,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "value"> & {
  readonly label: string;
  readonly value: string;
  readonly onClear: () => void;
}) {
  return (
    <div
      className={classes(
        "flex h-8 min-w-0 items-center rounded-md border border-line-strong bg-panel has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent",
        className,
      )}
    >
      <Search aria-hidden size={15} className="ml-2.5 shrink-0 text-muted" />
      <input
        type="text"
        aria-label={label}
        maxLength={longestText}
        value={value}
        className="h-full min-w-0 flex-1 bg-transparent px-2 text-sm outline-none"
        {...rest}
      />
      {value !== "" && (
        <IconButton icon={X} label={messages.table.clearText} className="-my-px -mr-px" onClick={onClear} />
      )}
    </div>
  );
}
