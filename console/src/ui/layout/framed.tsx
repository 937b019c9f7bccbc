import type { ReactNode } from "react";

/** Panel without a title. Hidden if it is empty. */
export function Framed({ children }: { readonly children: ReactNode }) {
  return <div className="overflow-clip rounded-lg border border-line bg-panel empty:hidden">{children}</div>;
}
