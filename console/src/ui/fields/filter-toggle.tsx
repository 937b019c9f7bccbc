import { classes } from "../classes.ts";

/** Toggle button of a filter. */
export function FilterToggle({
  text,
  pressed,
  onPress,
}: {
  readonly text: string;
  readonly pressed: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classes(
        "inline-flex h-7 items-center whitespace-nowrap rounded-full border px-2.5 text-sm",
        pressed ? "border-fill-edge bg-fill text-on-fill" : "border-line-strong text-text hover:bg-selection",
      )}
    >
      {text}
    </button>
  );
}
