import { classes } from "../classes.ts";

/** Progress bar; without a share, it is indeterminate. */
export function ProgressBar({
  label,
  share,
  className,
}: {
  readonly label: string;
  readonly share: number | undefined;
  readonly className?: string;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share !== undefined && { "aria-valuenow": Math.floor(share * 100) })}
      className={classes("h-2 overflow-hidden rounded-full border border-line-strong bg-panel", className)}
    >
      {share === undefined ? (
        <div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
      ) : (
        <div className="h-full bg-accent transition-[width] duration-300" style={{ width: `${share * 100}%` }} />
      )}
    </div>
  );
}
