import { useQuery } from "@tanstack/react-query";
import { allAlerts } from "../../../features/alerts/alerts.ts";
import type { Issue } from "../../../features/system/home-issues.ts";
import { homeMessages } from "../../../messages/installation/home.ts";

/** Alerts that ring, also those that are about to fall silent. */
export function useAlertIssues(): readonly Issue[] {
  const alerts = useQuery(allAlerts).data?.alerts ?? [];
  return alerts
    .filter(({ active, state: { status } }) => active && (status === "ringing" || status === "recovering"))
    .map(({ name }) => ({ state: "warning", sentence: homeMessages.ringing(name), target: { page: "alerts" } }));
}
