import type { ComponentProps } from "react";
import { classes } from "../classes.ts";

const looks = {
  /** The one thing that the page is for. */
  primary: "border-fill-edge bg-fill text-on-fill hover:brightness-110 disabled:hover:brightness-100 on-fill",
  plain: "border-line bg-panel text-text hover:bg-selection disabled:hover:bg-panel",
  quiet: "border-transparent bg-transparent text-text hover:bg-selection disabled:hover:bg-transparent",
  danger: "border-bad-fill bg-bad-fill text-white hover:brightness-110",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  readonly onVisible?: keyof typeof looks;
  /** Work is under way: the button stays where it is and cannot be pressed again. */
  readonly busy?: boolean;
}

export function Button({
  onVisible: look = "plain",
  busy = false,
  className,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      disabled={disabled === true || busy}
      className={classes(buttonClasses(look), className)}
      {...rest}
    />
  );
}

export function buttonClasses(look: keyof typeof looks = "plain"): string {
  return classes(
    "inline-flex h-8 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-3 text-sm font-medium select-none",
    "disabled:cursor-default disabled:opacity-60",
    looks[look],
  );
}
