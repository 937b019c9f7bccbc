import type { ReactNode } from "react";
import { Field, inputClasses } from "./field.tsx";

/** Field with a drop-down list. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ties) => (
        <select
          {...ties}
          className={inputClasses}
          value={value}
          onChange={({ target }) => onChange(target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
