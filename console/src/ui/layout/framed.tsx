import type { ReactNode } from "react";

/** A panel without a title of its own. With nothing in it there is no panel. */
export function Framed({ children }: { readonly children: ReactNode }) {
  return <div className="overflow-clip rounded-lg border border-line bg-panel empty:hidden">{children}</div>;
}
