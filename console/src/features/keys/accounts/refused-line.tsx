import { CircleX } from "lucide-react";
import type { ReactNode } from "react";

/** Line that names a rejected account, with the actions that fix it. */
export function RefusedLine({ children, actions }: { readonly children: ReactNode; readonly actions: ReactNode }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-bad-surface px-4 py-2.5 text-bad">
      <CircleX aria-hidden size={17} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64">{children}</p>
      {actions}
    </div>
  );
}
