import { type ReactNode, useId } from "react";
import { classes } from "../classes.ts";

/** Section of a page with a title. */
export function Panel({
  title,
  text,
  actions,
  children,
  className,
  flush = false,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** True if the content has no padding, for tables and lists. */
  readonly flush?: boolean;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes("min-w-0 rounded-lg border border-line bg-panel", className)}>
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2">
        <div className={classes("min-w-0 flex-1", text ? "basis-52" : "basis-32")}>
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {text && <p className="text-muted text-sm">{text}</p>}
        </div>
        {actions}
      </header>
      <div className={flush ? "" : "p-4"}>{children}</div>
    </section>
  );
}
