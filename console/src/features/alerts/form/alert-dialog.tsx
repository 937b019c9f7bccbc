import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Alert } from "#shared/usage/alerts/contract.ts";
import {
  type MetricName,
  metricOf,
  type StatisticsMetricName,
  statisticsMetricNames,
  usageMetricNames,
} from "#shared/usage/metrics/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { alertMessages } from "../../../messages/english/usage/alerts.ts";
import { SaveDialog } from "../../../ui/dialogs/save-dialog.tsx";
import { Choice } from "../../../ui/fields/choice.tsx";
import { Field, inputClasses, TextField } from "../../../ui/fields/field.tsx";
import { LabelField } from "../../../ui/fields/label-field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { staleAlerts } from "../alerts.ts";
import { draftOf, isWhole, missing, ruleOf, scalesOf, statisticsOf, withMetric } from "./alert-draft.ts";
import { NotifiedField } from "./notified-field.tsx";
import { PastTrial } from "./past-trial.tsx";
import { WhereFields } from "./where-fields.tsx";

const text = alertMessages.dialog;
const create = "POST /svc/api/alerts";
const change = "PATCH /svc/api/alerts/{id}";
const conditions = (["above", "below", "absent"] as const).map((value) => ({ value, ...text.condition[value] }));
const isOfMachine = (name: StatisticsMetricName) => name.startsWith("host");
const metricGroups: readonly (readonly [name: string, metrics: readonly MetricName[]])[] = [
  [alertMessages.groups.counted, usageMetricNames],
  [alertMessages.groups.server, statisticsMetricNames.filter((name) => !isOfMachine(name))],
  [alertMessages.groups.machine, statisticsMetricNames.filter(isOfMachine)],
];

/** Form of a rule: its metric, its condition, and how often it would have fired so far. */
export default function AlertDialog({
  before,
  destinations,
  onClose,
}: {
  readonly before?: Alert | undefined;
  /** Link to the destinations of notifications. */
  readonly destinations: ReactNode;
  readonly onClose: () => void;
}) {
  const { draft, set, isMissing, send } = useDraft(() => draftOf(before), missing);
  const creating = useMutation(changing(create, staleAlerts));
  const saving = useMutation(changing(change, staleAlerts));
  const { metric, condition, statistic, scale } = draft;
  const rule = ruleOf(draft);
  const save = () => {
    if (before === undefined) creating.mutate(rule, { onSuccess: onClose });
    else saving.mutate({ id: before.id, ...rule }, { onSuccess: onClose });
  };
  const ask = () => {
    if (isWhole(draft)) return { ...rule, name: rule.name || alertMessages.name };
    // Shows missing fields, as on saving.
    send(() => undefined);
    return undefined;
  };
  const number = (label: string, field: "threshold" | "clear" | "forMinutes" | "clearForMinutes") => ({
    label,
    inputMode: "decimal" as const,
    value: draft[field],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set({ [field]: target.value }),
  });
  return (
    <SaveDialog
      wide
      before={before?.name}
      labels={text}
      text={text.text}
      creating={creating}
      saving={saving}
      curl={() => (before === undefined ? pageCall(create, rule) : pageCall(change, { id: before.id, ...rule }))}
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      <LabelField text={text} isMissing={isMissing("name")} value={draft.name} onChange={(name) => set({ name })} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={text.metric}>
          {(ties) => (
            <select
              {...ties}
              className={inputClasses}
              value={metric}
              onChange={({ target }) => set(withMetric(draft, target.value as MetricName))}
            >
              {metricGroups.map(([name, metrics]) => (
                <optgroup key={name} label={name}>
                  {metrics.map((each) => (
                    <option key={each} value={each}>
                      {alertMessages.metrics[each]}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        {metricOf(metric).kind !== "counter" && (
          <SelectField
            label={text.statistic}
            value={statistic}
            options={statisticsOf[metricOf(metric).kind].map((value) => ({
              value,
              text: alertMessages.statistics[value],
            }))}
            onChange={(next) => set({ statistic: next })}
          />
        )}
      </div>
      <WhereFields metric={metric} where={draft.where} onChange={(where) => set({ where })} />
      <Choice
        label={text.conditions}
        value={condition}
        options={conditions}
        onChange={(next) => set({ condition: next })}
      />
      {condition !== "absent" && (
        <div className="grid gap-3 sm:grid-cols-3">
          <TextField
            {...number(text.threshold, "threshold")}
            error={isMissing("threshold") ? text.needNumber : undefined}
          />
          <SelectField
            label={text.unit}
            value={String(scale)}
            options={scalesOf(metric).map((each) => ({ value: String(each.scale), text: each.text }))}
            onChange={(next) => set({ scale: Number(next) })}
          />
          <TextField
            {...number(text.clear, "clear")}
            hint={text.clearHint}
            error={isMissing("clear") ? text.wrongSide[condition] : undefined}
          />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          {...number(text.forMinutes, "forMinutes")}
          hint={text.forHint}
          error={isMissing("forMinutes") ? text.needMinutes : undefined}
        />
        <TextField
          {...number(text.clearForMinutes, "clearForMinutes")}
          error={isMissing("clearForMinutes") ? text.needMinutes : undefined}
        />
      </div>
      <NotifiedField
        chosen={draft.destinations}
        settings={destinations}
        onChange={(chosen) => set({ destinations: chosen })}
      />
      <PastTrial rule={rule} ask={ask} />
    </SaveDialog>
  );
}
