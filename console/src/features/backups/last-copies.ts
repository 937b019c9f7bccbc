import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { reading } from "../../api/query.ts";

/** Returns the time of each file's last offsite copy, by its lowercase name. */
export function useLastCopies(): ReadonlyMap<string, string> {
  const schedules = useQuery(reading("GET /svc/api/settings/offsite/schedules", {})).data?.schedules;
  return useMemo(() => {
    const copies = new Map<string, string>();
    for (const { databases, last_backup } of schedules ?? [])
      for (const name of databases) {
        const known = copies.get(name.toLowerCase());
        if (last_backup !== null && (known === undefined || known < last_backup))
          copies.set(name.toLowerCase(), last_backup);
      }
    return copies;
  }, [schedules]);
}
