import type { Clock } from "#shared/ports/clock.ts";
import { metricOf } from "../metrics/contract.ts";
import { type Minute, minuteMs } from "../period.ts";
import { emptyValue, labelsKey, type Row, storedValue } from "../series.ts";
import type { UsageStore } from "../store.ts";
import { isCounted, isRinging, stateAfter, watchedValue } from "./rules.ts";
import type { AlertRecord, AlertStore } from "./store.ts";

interface EvaluationDependencies {
  readonly store: Pick<AlertStore, "all" | "state" | "keepState">;
  readonly usage: Pick<UsageStore, "minute">;
  readonly statistics: Pick<UsageStore, "minute">;
  /** Store that keeps the minutes that rules watch for longer. */
  readonly watched: Pick<UsageStore, "putMinute">;
  readonly clock: Pick<Clock, "now">;
  /** Delay in milliseconds after which a minute can be read, because minutes can be written late. */
  readonly lagMs: number;
}

/** Maximum number of minutes to catch up on. After a longer pause, older minutes are skipped, so only current conditions fire. */
const maxMinutes = 30;

/** Evaluates all active rules, minute by minute. */
export interface AlertEvaluation {
  sweep(): Promise<void>;
}

export function alertEvaluation(dependencies: EvaluationDependencies): AlertEvaluation {
  const { store, usage, statistics, watched, clock, lagMs } = dependencies;

  const look = async (rule: AlertRecord, end: number, minuteAt: (start: number) => Promise<ReadMinute>) => {
    const found = await store.state(rule.id);
    const known = found?.state.ruleUpdatedAt === rule.updatedAt ? found.state : undefined;
    const first = Math.max(known?.checkedTo ?? end - minuteMs, end - maxMinutes * minuteMs);
    if (first >= end) return;
    let state = known;
    let rangAt = found?.state.rangAt;
    for (let start = first; start < end; start += minuteMs) {
      const { counted, read } = await minuteAt(start);
      const { rows, isCovered } = isCounted(rule.metric) ? counted : read;
      const after = stateAfter(rule, state, { start, minutes: 1, value: watchedValue(rows, rule), isCovered });
      const checkedTo = start + minuteMs;
      if (isRinging(after) && !isRinging(state)) rangAt = checkedTo;
      state = {
        schema: 1,
        ruleUpdatedAt: rule.updatedAt,
        ...after,
        checkedTo,
        ...(rangAt !== undefined && { rangAt }),
      };
    }
    if (state !== undefined) await store.keepState(rule.id, state, found?.version);
  };

  return {
    async sweep() {
      const rules = (await store.all()).filter(({ active }) => active);
      if (rules.length === 0) return;
      const end = beginningOf(clock.now() - lagMs);
      const minutes = new Map<number, Promise<ReadMinute>>();
      const minuteAt = (start: number) => {
        const known = minutes.get(start) ?? readMinute(start);
        minutes.set(start, known);
        return known;
      };
      const readMinute = async (start: number): Promise<ReadMinute> => {
        const [counted, read] = (await Promise.all([usage.minute(start), statistics.minute(start)])).map(together) as [
          Figures,
          Figures,
        ];
        const rows = watchedRows(rules, { counted, read });
        await watched.putMinute({ writer: "rules", start, from: start, to: start + minuteMs, isLast: true, rows });
        return { counted, read };
      };
      for (const rule of rules) await look(rule, end, minuteAt);
    },
  };
}

interface Figures {
  readonly rows: readonly Row[];
  readonly isCovered: boolean;
}

interface ReadMinute {
  readonly counted: Figures;
  readonly read: Figures;
}

function together(minutes: readonly Minute[]): Figures {
  return { rows: minutes.flatMap(({ rows }) => rows), isCovered: minutes.length > 0 };
}

/** Returns the watched rows of a minute. A covered minute without calls counts as zero. */
function watchedRows(rules: readonly AlertRecord[], { counted, read }: ReadMinute): Row[] {
  const known = new Map<string, Row>();
  for (const { metric, where } of rules) {
    const { rows, isCovered } = isCounted(metric) ? counted : read;
    const isNone = isCovered && metricOf(metric).kind !== "gauge";
    const value = watchedValue(rows, { metric, where }) ?? (isNone ? emptyValue(metric) : undefined);
    if (value === undefined) continue;
    known.set(JSON.stringify([metric, labelsKey(where)]), { labels: where, values: { [metric]: storedValue(value) } });
  }
  return [...known.values()];
}

function beginningOf(moment: number): number {
  return moment - (moment % minuteMs);
}
