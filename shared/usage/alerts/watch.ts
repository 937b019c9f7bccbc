import type { Trouble, Watch } from "#shared/notifications/api.ts";
import { metricOf } from "../metrics/contract.ts";
import { isRinging } from "./rules.ts";
import type { AlertRecord, AlertStateRecord, AlertStore } from "./store.ts";

/** Notifies when a rule fires and when it resolves. */
export function alertWatch(store: Pick<AlertStore, "all" | "get" | "state">): Watch {
  return {
    name: "alerts",
    everyMs: 0,
    afterMs: 0,
    async look() {
      const troubles: Trouble[] = [];
      for (const rule of (await store.all()).filter(({ active }) => active)) {
        const state = (await store.state(rule.id))?.state;
        if (state?.ruleUpdatedAt !== rule.updatedAt || !isRinging(state)) continue;
        troubles.push({
          subject: String(rule.id),
          event: "alert_ringing",
          name: rule.name,
          text: ringingText(rule, state),
          only: rule.destinations,
        });
      }
      return troubles;
    },
    async normal({ subject, since }, lasted) {
      const rule = (await store.get(Number(subject)))?.record;
      // A rule that was deleted, changed or disabled hasn't resolved.
      if (rule === undefined || !rule.active || rule.updatedAt > since) return undefined;
      const text = `“${rule.name}” is resolved. It lasted for ${lasted}.`;
      return { event: "alert_ended", text, only: rule.destinations };
    },
  };
}

function ringingText(rule: AlertRecord, { value }: AlertStateRecord): string {
  const { name, metric, statistic, condition, threshold, forMinutes, where } = rule;
  const of = Object.entries(where).map(([label, text]) => `${label} ${text}`);
  const what = [metric, ...(of.length > 0 ? [`(${of.join(", ")})`] : [])].join(" ");
  const lasting = `for ${forMinutes === 1 ? "a minute" : `${forMinutes} minutes`}`;
  if (condition === "absent") return `“${name}”: there has been no ${what} ${lasting}.`;
  const now = value === null ? "" : `, now ${value}`;
  return `“${name}”: the ${statistic} of ${what} has been ${condition} ${threshold} ${metricOf(metric).unit} ${lasting}${now}.`;
}
