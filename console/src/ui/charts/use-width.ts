import { type RefCallback, useLayoutEffect, useState } from "react";

/** Returns the width of an element in pixels; 0 before layout. */
export function useWidth(): readonly [ref: RefCallback<HTMLElement>, width: number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}
