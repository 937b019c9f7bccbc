import { Switch } from "../../../ui/fields/switch.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";

/** Optional limit: a list of allowed values, one per line. */
export function LimitedList({
  label,
  text,
  hint,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly hint: string;
  readonly value: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={label}
        text={text}
        checked={value !== undefined}
        onChange={(isLimited) => onChange(isLimited ? "" : undefined)}
      />
      {value !== undefined && (
        <TextArea label={hint} rows={3} value={value} error={error} onChange={({ target }) => onChange(target.value)} />
      )}
    </div>
  );
}
