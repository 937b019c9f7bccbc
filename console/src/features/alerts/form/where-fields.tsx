import { useQuery } from "@tanstack/react-query";
import { type LabelName, type MetricName, metricOf } from "#shared/usage/metrics/contract.ts";
import { allAdminKeys, allDataKeys } from "../../../api/key-list.ts";
import { reading } from "../../../api/query.ts";
import { alertMessages } from "../../../messages/english/usage/alerts.ts";
import { usageMessages } from "../../../messages/english/usage/usage.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { outcomesOf } from "../alert-values.ts";
import type { AlertDraft } from "./alert-draft.ts";

const text = alertMessages.dialog;
const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

type Options = readonly { readonly value: string; readonly text: string }[];

/** Fields for the key, file, API or disk to watch. */
export function WhereFields({
  metric,
  where,
  onChange,
}: {
  readonly metric: MetricName;
  readonly where: AlertDraft["where"];
  readonly onChange: (where: AlertDraft["where"]) => void;
}) {
  const { labels } = metricOf(metric);
  const options = useOptions(metric, labels);
  if (labels.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{text.where}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {labels.map((label) => {
          const known = options[label];
          const value = where[label] ?? "";
          const set = (next: string) => onChange({ ...where, [label]: next });
          if (known === undefined)
            return (
              <TextField
                key={label}
                label={text.labels[label]}
                placeholder={text.any}
                maxLength={300}
                value={value}
                onChange={({ target }) => set(target.value)}
              />
            );
          return (
            <SelectField
              key={label}
              label={text.labels[label]}
              value={value}
              options={[{ value: "", text: text.any }, ...withChosen(known, value)]}
              onChange={set}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** Returns the options of each label. Labels without options are typed. */
function useOptions(metric: MetricName, labels: readonly LabelName[]): Readonly<Partial<Record<LabelName, Options>>> {
  const wantsKeys = labels.includes("key");
  const dataKeys = useQuery({ ...allDataKeys, enabled: wantsKeys }).data ?? [];
  const adminKeys = useQuery({ ...allAdminKeys, enabled: wantsKeys }).data ?? [];
  const files = useQuery({ ...reading("GET /svc/api/databases", {}), enabled: labels.includes("file") }).data;
  const named = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, name]) => ({ value, text: name }));
  return {
    key: [
      ...dataKeys.map(({ id, label, key }) => ({ value: `data-key:${id}`, text: `${label || key} (${id})` })),
      ...adminKeys.map(({ id, label, key }) => ({ value: `admin-key:${id}`, text: `${label || key} (Admin ${id})` })),
    ],
    file: (files?.databases ?? []).map(({ filename }) => ({ value: filename, text: filename })),
    api: named(usageMessages.apis),
    outcome: named(outcomesOf(metric)),
    method: methods.map((value) => ({ value, text: value })),
    folder: named(text.folders),
  };
}

/** Adds the selected value: a rule can name a deleted file or key. */
function withChosen(options: Options, value: string): Options {
  const isKnown = value === "" || options.some((option) => option.value === value);
  return isKnown ? options : [...options, { value, text: value }];
}
