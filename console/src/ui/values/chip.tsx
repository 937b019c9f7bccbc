import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../classes.ts";

const tones = {
  plain: "bg-selection text-text",
  good: "bg-good-surface text-good",
  warn: "bg-warn-surface text-warn",
  bad: "bg-bad-surface text-bad",
} as const;
export type Tone = keyof typeof tones;

/** State of a row as a word, with an icon for users who can't see colors. */
export function Chip({
  tone = "plain",
  icon: Icon,
  children,
}: {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 whitespace-nowrap rounded px-1.5 py-0.5 text-xs font-medium",
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden size={12} />}
      {children}
    </span>
  );
}
