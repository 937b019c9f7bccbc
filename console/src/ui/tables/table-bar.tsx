import { type ReactNode, useLayoutEffect, useRef } from "react";
import { classes } from "../classes.ts";

/**
 * The bar above a table. It stays in sight while rows scroll, and the heads of the columns stay below it; on a phone,
 * where filters take several lines, only while rows are chosen.
 */
export function TableBar({
  isPinned = false,
  className = "gap-2 px-3",
  children,
}: {
  /** It holds what is done with chosen rows. */
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
