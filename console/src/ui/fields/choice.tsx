import { useId } from "react";
import { classes } from "../classes.ts";

/** Radio buttons for a few visible options. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly text?: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
        {options.map((option) => {
          const isChosen = option.value === value;
          return (
            <label
              key={option.value}
              className={classes(
                "flex min-h-9 cursor-pointer items-start gap-2.5 rounded-md border px-3 py-1.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
                isChosen ? "border-accent bg-selection" : "border-line-strong hover:bg-selection",
              )}
            >
              <input
                type="radio"
                name={name}
                className="mt-1 accent-(--accent) outline-none"
                checked={isChosen}
                onChange={() => onChange(option.value)}
              />
              <span className="min-w-0">
                <span className="block font-medium">{option.label}</span>
                {option.text !== undefined && <span className="block text-muted">{option.text}</span>}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
