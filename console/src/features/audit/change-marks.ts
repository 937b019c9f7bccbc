import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { reading } from "../../api/query.ts";
import type { ChartMark } from "../../ui/charts/chart-data.ts";
import { actionText } from "./action-text.ts";

const none: readonly ChartMark[] = [];

/**
 * Returns the times at which an object was changed, for its charts. `from`: milliseconds since the epoch. If the object is undefined,
 * nothing is read.
 */
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
