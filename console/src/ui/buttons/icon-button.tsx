import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "../classes.ts";

interface IconButtonProps extends ComponentProps<"button"> {
  readonly icon: LucideIcon;
  /** What it does, for screen readers and as a hint. */
  readonly label: string;
}

export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
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
}
