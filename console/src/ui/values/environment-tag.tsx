import { useLayoutEffect, useRef } from "react";
import { hexOf } from "../../theme/color-text.ts";
import { fromHex, textOn, toHex } from "../../theme/contrast.ts";

/** Label that keeps users from working on the wrong server. */
export function EnvironmentTag({ tag, color = null }: { readonly tag: string | null; readonly color?: string | null }) {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const hex = hexOf(color ?? "");
    if (mark.current === null || hex === undefined) return;
    mark.current.style.background = hex;
    mark.current.style.color = toHex(textOn(fromHex(hex))[0]);
  }, [color]);
  if (!tag) return null;
  return (
    <span
      ref={mark}
      className="shrink-0 rounded bg-text px-1.5 py-0.5 font-bold text-panel text-xs uppercase tracking-wide"
    >
      {tag}
    </span>
  );
}
