import { TextField } from "./field.tsx";

/** Field for the name of an object. */
export function LabelField({
  text,
  isMissing,
  value,
  onChange,
}: {
  readonly text: { readonly label: string; readonly needLabel: string };
  readonly isMissing: boolean;
  readonly value: string;
  readonly onChange: (label: string) => void;
}) {
  return (
    <TextField
      label={text.label}
      maxLength={200}
      error={isMissing ? text.needLabel : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
