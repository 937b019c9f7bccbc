import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

/** On or off, with what it means beside it. */
export function Switch({
  label,
  text,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly text?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        aria-labelledby={id}
        {...(text ? { "aria-describedby": `${id}-text` } : {})}
        className="mt-px flex h-target w-10 shrink-0 cursor-pointer items-center rounded-full border border-line-strong bg-selection px-0.5 data-checked:border-fill-edge data-checked:bg-fill"
      >
        <Base.Thumb className="size-4.5 rounded-full bg-line-strong transition-transform duration-100 data-checked:translate-x-4 data-checked:bg-on-fill" />
      </Base.Root>
      <div className="min-w-0">
        <span id={id} className="font-medium text-sm">
          {label}
        </span>
        {text && (
          <p id={`${id}-text`} className="text-muted text-sm">
            {text}
          </p>
        )}
      </div>
    </div>
  );
}
