import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Returns true if the content of a box is wider than the box. The box only scrolls sideways in this case, because a scrolling box confines
 * sticky headers to itself.
 */
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
