import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "../classes.ts";

/** Button that stays pressed. */
export function Toggle({
  icon: Icon,
  label,
  pressed,
  onPress,
  iconOnly = false,
  className,
  ...rest
}: Omit<ComponentProps<"button">, "onClick"> & {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly iconOnly?: boolean;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={label}
      onClick={onPress}
      {...(iconOnly && { "aria-label": label })}
      className={classes(
        "inline-flex h-8 shrink-0 select-none items-center justify-center gap-1.5 rounded-md border font-medium text-sm",
        iconOnly ? "w-8" : "px-3",
        pressed ? "border-fill-edge bg-fill text-on-fill" : "border-line bg-panel text-text hover:bg-selection",
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden size={15} />
      {!iconOnly && label}
    </button>
  );
}
