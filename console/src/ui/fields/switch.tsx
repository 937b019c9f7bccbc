import { type ReactNode, useId } from "react";

/** Switch with an explanation. */
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
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        {...(text ? { "aria-describedby": `${id}-text` } : {})}
        onClick={() => onChange(!checked)}
        className="group mt-px flex h-target w-10 shrink-0 items-center rounded-full border border-line-strong bg-selection px-0.5 aria-checked:border-fill-edge aria-checked:bg-fill"
      >
        <span className="size-4.5 rounded-full bg-line-strong transition-transform duration-100 group-aria-checked:translate-x-4 group-aria-checked:bg-on-fill" />
      </button>
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
