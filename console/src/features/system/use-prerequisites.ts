import { useQuery } from "@tanstack/react-query";
import { reading } from "../../api/query.ts";

/** What stands in the way of keys, looked at again every minute while somebody looks at it. */
export function usePrerequisites() {
  return useQuery({ ...reading("POST /svc/api/prerequisites", {}), refetchInterval: 60_000, staleTime: 30_000 });
}
