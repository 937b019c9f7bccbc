import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import type { GuardedAddress } from "../../api/role-for.ts";
import { classes } from "../classes.ts";
import { Offered } from "../offered.tsx";

interface IconButtonProps extends ComponentProps<"button"> {
  readonly icon: LucideIcon;
  /** Action of the button, for screen readers and as a tooltip. */
  readonly label: string;
  /** Call that the button leads to: hidden from users who can't make it. */
  readonly needs?: GuardedAddress | undefined;
}

export function IconButton({ icon: Icon, label, className, needs, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-selection hover:text-text disabled:opacity-60",
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden size={16} />
    </button>
  );
  return needs === undefined ? button : <Offered needs={needs}>{button}</Offered>;
}
