import * as z from "zod";

/** Names and values in the order in which they were sent. Names can repeat, as in forms and queries. */
export const NamedValues = z.array(z.tuple([z.string(), z.string()]).readonly()).readonly();
export type NamedValues = z.infer<typeof NamedValues>;

/** Returns an object of the values. A repeated name has the list of its values, in their order. */
export function groupedValues(values: NamedValues): Readonly<Record<string, string | readonly string[]>> {
  const byName = Map.groupBy(values, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, same]) => [
      name,
      same.length === 1 ? (same[0]?.[1] ?? "") : same.map(([, value]) => value),
    ]),
  );
}
