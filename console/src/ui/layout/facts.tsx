import type { ReactNode } from "react";

/** Name and value. `long` values, such as a path, are below their name and use the whole width. */
type Fact = readonly [name: string, value: ReactNode, form?: "long"];

/** Names and values, one pair per row. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid content-start items-baseline grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 leading-target">
      {facts.map(([name, value, form]) =>
        form === "long" ? (
          <div key={name} className="col-span-2 min-w-0">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ) : (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words text-right">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
