import type { ReactNode } from "react";

/** Names and values, one pair a line. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid content-start items-baseline grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 leading-target">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
