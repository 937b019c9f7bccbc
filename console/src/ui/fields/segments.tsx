import { useId } from "react";

/** Segmented control for a few short options. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 overflow-hidden rounded-md border border-line-strong">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex h-7 cursor-pointer items-center whitespace-nowrap px-2.5 text-sm hover:bg-selection has-checked:bg-fill has-checked:text-on-fill has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}
