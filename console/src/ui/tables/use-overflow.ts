import { type RefObject, useLayoutEffect, useState } from "react";

/** Whether what is in the box is wider than the box. Only then it scrolls sideways: what scrolls keeps its heads to itself, off the window's edge. */
export function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false);
  useLayoutEffect(() => {
    const content = box.current?.firstElementChild;
    if (!box.current || !content) return;
    const measure = () => setOver((box.current?.clientWidth ?? 0) + 1 < content.scrollWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box.current);
    watch.observe(content);
    return () => watch.disconnect();
  }, [box]);
  return isOver;
}
