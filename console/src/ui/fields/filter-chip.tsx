import { classes } from "../classes.ts";

/** Toggle that shows only rows of one kind, with their number. */
export function FilterChip({
  text,
  count,
  pressed,
  onPress,
}: {
  readonly text: string;
  readonly count: number;
  readonly pressed: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classes(
        "inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm",
        pressed ? "border-fill-edge bg-fill text-on-fill" : "border-line-strong text-text hover:bg-selection",
      )}
    >
      {text} <span className="tabular-nums">{count.toLocaleString()}</span>
    </button>
  );
}
