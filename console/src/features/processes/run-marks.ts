import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { reading } from "../../api/query.ts";
import type { ChartMark } from "../../ui/charts/chart-data.ts";

/** Processes that affect calls: files are replaced, parts of the server stop and start. */
const kinds = ["deployments.run", "server.process"] as const;

/** Returns the start times of such processes, for charts. `from`: milliseconds since the epoch. `file`: only processes for this file. */
export function useRunMarks(
  from: number,
  { file, isAsked }: { readonly file?: string | undefined; readonly isAsked: boolean },
): readonly ChartMark[] {
  const asked = { from: new Date(from).toISOString(), limit: 50 };
  const deployments = useQuery({
    ...reading("GET /svc/api/processes", { ...asked, kind: kinds[0] }),
    enabled: isAsked,
  });
  const commands = useQuery({
    ...reading("GET /svc/api/processes", { ...asked, kind: kinds[1] }),
    enabled: isAsked,
  });
  return useMemo(
    () =>
      [...(deployments.data?.processes ?? []), ...(commands.data?.processes ?? [])]
        .filter(({ kind, objects }) => file === undefined || kind === kinds[1] || objects.includes(`file:${file}`))
        .flatMap(({ startedAt, title }) => (startedAt === null ? [] : [{ at: Date.parse(startedAt), text: title }])),
    [deployments.data, commands.data, file],
  );
}
