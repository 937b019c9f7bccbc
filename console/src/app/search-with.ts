/** Returns a page's search with a change applied; empty values are removed from the address. */
export function searchWith<Search extends object>(before: Search, change: object): Search {
  const next = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(next) as Search;
}
