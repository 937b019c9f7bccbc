import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { reading } from "../../api/query.ts";
import type { ChartMark } from "../../ui/charts/chart-data.ts";
import { actionText } from "./action-text.ts";

const none: readonly ChartMark[] = [];

/** When an object was changed, for charts of it. `from`: milliseconds since the epoch. Undefined object: nothing is asked. */
export function useChangeMarks(object: string | undefined, from: number): readonly ChartMark[] {
  const { data } = useQuery({
    ...reading("GET /svc/api/audit", {
      object: object ?? "",
      outcome: "done",
      from: new Date(from).toISOString(),
      limit: 100,
    }),
    enabled: object !== undefined,
  });
  return useMemo(
    () =>
      data?.entries
        .filter(({ action }) => !action.startsWith("test"))
        .map(({ at, action }) => ({ at: Date.parse(at), text: actionText(action) })) ?? none,
    [data],
  );
}
