import type { ReactNode } from "react";

/** Collapsible section for rarely used fields. */
export function MoreFields({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-2 font-medium text-sm">{title}</summary>
      <div className="flex flex-col gap-4 border-line border-t p-3">{children}</div>
    </details>
  );
}
