import { classes } from "../classes.ts";
import { smallField } from "./settled-text.tsx";

/** Field for a time in the browser's time zone; its value is in UTC. */
export function MomentField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (moment: string | undefined) => void;
}) {
  return (
    <label className="flex items-center gap-2 text-muted text-sm max-sm:w-full">
      <span className="max-sm:w-10">{label}</span>
      <input
        type="datetime-local"
        step={1}
        value={value === undefined ? "" : localText(value)}
        onChange={({ target }) => {
          const moment = new Date(target.value);
          if (target.value === "") onChange(undefined);
          else if (!Number.isNaN(moment.getTime())) onChange(moment.toISOString());
        }}
        className={classes(smallField, "text-text max-sm:flex-1")}
      />
    </label>
  );
}

function localText(moment: string): string {
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
