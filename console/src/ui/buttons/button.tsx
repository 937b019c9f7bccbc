import type { ComponentProps } from "react";
import type { GuardedAddress } from "../../api/role-for.ts";
import { classes } from "../classes.ts";
import { Offered } from "../offered.tsx";

const looks = {
  /** Main action of the page. */
  primary: "border-fill-edge bg-fill text-on-fill hover:brightness-110 disabled:hover:brightness-100 on-fill",
  plain: "border-line bg-panel text-text hover:bg-selection disabled:hover:bg-panel",
  quiet: "border-transparent bg-transparent text-text hover:bg-selection disabled:hover:bg-transparent",
  danger: "border-bad-fill bg-bad-fill text-white hover:brightness-110",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: keyof typeof looks;
  /** True while the action is running: the button keeps its size and can't be pressed again. */
  readonly busy?: boolean;
  /** Call that the button leads to: hidden from users who can't make it. */
  readonly needs?: GuardedAddress | undefined;
}

export function Button({ needs, ...rest }: ButtonProps) {
  const button = <PlainButton {...rest} />;
  return needs === undefined ? button : <Offered needs={needs}>{button}</Offered>;
}

function PlainButton({
  look = "plain",
  busy = false,
  className,
  disabled,
  type = "button",
  ...rest
}: Omit<ButtonProps, "needs">) {
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
