import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";

/** Checkbox for one row or all rows. */
export function Checkbox({
  label,
  checked,
  indeterminate = false,
  shortcut,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly indeterminate?: boolean;
  /** Key that presses it while its row has the focus. */
  readonly shortcut?: string;
  readonly onChange: (checked: boolean, event: Event) => void;
}) {
  const Icon = indeterminate ? Minus : Check;
  return (
    <Base.Root
      aria-label={label}
      {...(shortcut !== undefined && { "data-shortcut": shortcut })}
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={(next, details) => onChange(next, details.event)}
      className="group flex size-target cursor-pointer items-center justify-center rounded"
    >
      <span className="flex size-4 items-center justify-center rounded border border-line-strong bg-panel group-data-checked:border-fill-edge group-data-checked:bg-fill group-data-indeterminate:border-fill-edge group-data-indeterminate:bg-fill">
        <Base.Indicator className="text-on-fill">
          <Icon aria-hidden size={12} strokeWidth={3} />
        </Base.Indicator>
      </span>
    </Base.Root>
  );
}
