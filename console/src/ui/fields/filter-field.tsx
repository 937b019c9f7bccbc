import { FilterBox } from "./filter-box.tsx";

/** Text field that filters a list during typing. The key `/` focuses it. */
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
    <FilterBox
      label={label}
      placeholder={hint}
      data-shortcut="/"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onClear={() => onChange("")}
      className="flex-1 basis-60 sm:max-w-sm"
    />
  );
}
