import { type ReactNode, useLayoutEffect, useRef } from "react";
import { classes } from "../classes.ts";

/**
 * Bar above a table. It stays visible while rows scroll, with the column headers below it; on a phone, where filters take several lines,
 * only while rows are selected.
 */
export function TableBar({
  isPinned = false,
  className = "gap-2 px-3",
  children,
}: {
  /** True if the bar contains the actions for selected rows. */
  readonly isPinned?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const measure = () => frame.style.setProperty("--table-bar", `${element.offsetHeight}px`);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div
      ref={bar}
      className={classes(
        "top-14 z-20 flex min-h-13 shrink-0 flex-wrap items-center border-line border-b bg-panel py-2 sm:sticky",
        isPinned && "sticky",
        className,
      )}
    >
      {children}
    </div>
  );
}
