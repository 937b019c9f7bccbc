import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { metricOf } from "../metrics/contract.ts";
import { type Alert, type AlertRule, type alerts, maxRules } from "./contract.ts";
import type { PastOf } from "./past.ts";
import { refused, replayed, requireRule } from "./rules.ts";
import type { AlertRecord, AlertStore } from "./store.ts";

interface AlertServiceDependencies {
  readonly store: AlertStore;
  readonly pastOf: PastOf;
  /** Returns the numbers of the notification destinations. */
  readonly destinations: () => Promise<readonly number[]>;
  readonly clock: Pick<Clock, "now">;
}

const shownTimes = 100;

/** Creates the service for alert rules. */
export function alertService({
  store,
  pastOf,
  destinations,
  clock,
}: AlertServiceDependencies): ServiceOf<typeof alerts> {
  const found = async (id: number) => {
    const stored = await store.get(id);
    if (stored === undefined) throw new ServiceError("alert_not_found");
    return stored;
  };

  const shown = async (record: AlertRecord): Promise<Alert> => {
    const { schema: _, createdAt, updatedAt, ...rule } = record;
    const state = (await store.state(record.id))?.state;
    // A state from before the last change of the rule doesn't apply to it.
    const own = state?.ruleUpdatedAt === updatedAt ? state : undefined;
    return {
      ...rule,
      unit: metricOf(rule.metric).unit,
      createdAt: timestamp(createdAt),
      updatedAt: timestamp(updatedAt),
      state: {
        status: own?.status ?? "ok",
        since: own === undefined ? null : timestamp(own.since),
        value: own?.value ?? null,
        checkedTo: own === undefined ? null : timestamp(own.checkedTo),
        lastRangAt: state?.rangAt === undefined ? null : timestamp(state.rangAt),
      },
    };
  };

  /** @throws ServiceError alert_refused, usage_label_unknown */
  const requireWhole = async (rule: AlertRule): Promise<void> => {
    requireRule(rule);
    if (rule.destinations === null) return;
    const known = await destinations();
    const unknown = rule.destinations.find((id) => !known.includes(id));
    if (unknown !== undefined) throw refused(`there is no notification destination ${unknown}`);
  };

  return {
    async listAlerts() {
      return { alerts: await Promise.all((await store.all()).map(shown)) };
    },

    async createAlert(rule) {
      await requireWhole(rule);
      if ((await store.all()).length >= maxRules) throw new ServiceError("alerts_too_many");
      const now = clock.now();
      const record: AlertRecord = { ...rule, schema: 1, id: await store.nextId(), createdAt: now, updatedAt: now };
      await store.create(record);
      return { alert: await shown(record) };
    },

    getAlert: async ({ id }) => ({ alert: await shown((await found(id)).record) }),

    async updateAlert({ id, ...given }) {
      const change = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as Partial<AlertRule>;
      return retryOnConflict(async () => {
        const { record, version } = await found(id);
        const next = { ...record, ...change, updatedAt: Math.max(clock.now(), record.updatedAt + 1) };
        if (change.destinations === undefined) requireRule(next);
        else await requireWhole(next);
        await store.replace(next, version);
        return { alert: await shown(next) };
      });
    },

    async deleteAlert({ id }) {
      await found(id);
      await store.delete(id);
      await store.endState(id);
      return { ok: true };
    },

    async tryAlert({ days, ...rule }) {
      requireRule(rule);
      const { from, to, over, times: past } = await pastOf(rule, days, clock.now());
      const { times, unknownMinutes } = replayed(rule, past);
      return {
        from: timestamp(from),
        to: timestamp(to),
        over,
        rang: times.length,
        times: times.slice(-shownTimes).map((time) => ({
          from: timestamp(time.from),
          to: time.to === null ? null : timestamp(time.to),
        })),
        unknownMinutes,
      };
    },
  };
}
