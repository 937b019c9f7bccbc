import type { ApiDescription, DescribedOperation } from "../api-description.ts";

/** An operation as the page shows it: several methods of one path, where they are one thing. */
export interface PageOperation {
  readonly path: string;
  readonly methods: readonly [string, ...string[]];
  readonly operation: DescribedOperation;
}

/** In the order of the description; what stands under several methods of one path with one summary is one entry. */
export function pageOperations({ paths }: ApiDescription): readonly PageOperation[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const bySummary = Map.groupBy(Object.entries(item), ([, { summary }]) => summary);
    return [...bySummary.values()].flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ path, methods: [first[0], ...others.map(([method]) => method)] as const, operation: first[1] }],
    );
  });
}
