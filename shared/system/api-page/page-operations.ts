import type { ApiDescription, DescribedOperation } from "../api-description.ts";

/** Operation on the page. Several methods of one path can be one operation. */
export interface PageOperation {
  readonly path: string;
  readonly methods: readonly [string, ...string[]];
  readonly operation: DescribedOperation;
}

/** Returns the operations in the order of the description. Methods of one path with the same summary are one entry. */
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
