import { useQuery } from "@tanstack/react-query";
import { isFailing } from "./key-chips.ts";
import { allAdminKeys, allDataKeys } from "./key-list.ts";

/** How many keys of both kinds FileMaker Server refuses, as far as the lists have come. */
export function useFailingKeys(): number {
  const { data = [] } = useQuery(allDataKeys);
  const { data: admin = [] } = useQuery(allAdminKeys);
  return [...data, ...admin].filter(isFailing).length;
}
