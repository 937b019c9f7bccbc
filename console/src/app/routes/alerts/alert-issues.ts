import { useQuery } from "@tanstack/react-query";
import { allAlerts } from "../../../features/alerts/alerts.ts";
import type { Issue } from "../../../features/system/home-issues.ts";
import { homeMessages } from "../../../messages/english/installation/home.ts";

/** Returns firing alerts as issues, including those that are about to resolve. */
export function useAlertIssues(): readonly Issue[] {
  const alerts = useQuery(allAlerts).data?.alerts ?? [];
  return alerts
    .filter(({ active, state: { status } }) => active && (status === "ringing" || status === "recovering"))
    .map(({ name }) => ({ state: "warning", sentence: homeMessages.ringing(name), target: { page: "alerts" } }));
}
