import { webhookMessages } from "../../../messages/english/events/webhooks.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import type { Verification } from "./draft.ts";

const text = webhookMessages.hmac;
const toleranceSeconds = 300;
type Rule = Extract<Verification, { readonly scheme: "hmac" }>;

/** Fields of a custom signature: its place, the signed text, and the timestamp in it. */
export function HmacFields({
  rule,
  isHeaderMissing,
  onChange,
}: {
  readonly rule: Rule;
  readonly isHeaderMissing: boolean;
  readonly onChange: (rule: Rule) => void;
}) {
  const set = (change: Partial<Rule>) => onChange({ ...rule, ...change });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={text.header}
        error={isHeaderMissing ? text.needHeader : undefined}
        value={rule.header}
        onChange={({ target }) => set({ header: target.value })}
      />
      <SelectField
        label={text.algorithm}
        value={rule.algorithm}
        options={(["sha256", "sha512", "sha1"] as const).map((value) => ({ value, text: value.toUpperCase() }))}
        onChange={(algorithm) => set({ algorithm })}
      />
      <SelectField
        label={text.encoding}
        value={rule.encoding}
        options={(["hex", "base64"] as const).map((value) => ({ value, text: text.encodings[value] }))}
        onChange={(encoding) => set({ encoding })}
      />
      <SelectField
        label={text.keyDecoding}
        value={rule.keyDecoding}
        options={(["text", "base64"] as const).map((value) => ({ value, text: text.keyDecodings[value] }))}
        onChange={(keyDecoding) => set({ keyDecoding })}
      />
      <TextField
        label={text.prefix}
        hint={text.prefixHint}
        value={rule.prefix}
        onChange={({ target }) => set({ prefix: target.value })}
      />
      <TextField
        label={text.template}
        hint={text.templateHint}
        value={rule.template}
        onChange={({ target }) => set({ template: target.value })}
      />
      <TextField
        label={text.listSeparator}
        maxLength={5}
        value={rule.listSeparator}
        onChange={({ target }) => set({ listSeparator: target.value })}
      />
      <TextField
        label={text.pairName}
        hint={text.pairNameHint}
        maxLength={20}
        value={rule.pairName}
        onChange={({ target }) => set({ pairName: target.value })}
      />
      <TimeFields rule={rule} onChange={set} />
      <TextField
        label={text.idHeader}
        value={rule.idHeader ?? ""}
        onChange={({ target }) => onChange(withoutEmpty(rule, "idHeader", target.value))}
      />
    </div>
  );
}

function TimeFields({ rule, onChange }: { readonly rule: Rule; readonly onChange: (change: Partial<Rule>) => void }) {
  const { timestamp } = rule;
  const base = {
    unit: timestamp?.unit ?? "s",
    toleranceSeconds: timestamp?.toleranceSeconds ?? toleranceSeconds,
  } as const;
  /** Sets the place of the timestamp: a header or a pair, not both. */
  const place = (name: "header" | "pairName", value: string) =>
    onChange({ timestamp: value === "" ? undefined : { ...base, [name]: value } });
  return (
    <>
      <TextField
        label={text.timestampHeader}
        hint={text.timestampHint}
        value={timestamp?.header ?? ""}
        onChange={({ target }) => place("header", target.value)}
      />
      <TextField
        label={text.timestampPair}
        maxLength={20}
        value={timestamp?.pairName ?? ""}
        onChange={({ target }) => place("pairName", target.value)}
      />
      {timestamp && (
        <>
          <SelectField
            label={text.unit}
            value={base.unit}
            options={(["s", "ms"] as const).map((value) => ({ value, text: text.units[value] }))}
            onChange={(unit) => onChange({ timestamp: { ...timestamp, unit } })}
          />
          <TextField
            label={text.tolerance}
            type="number"
            min={1}
            max={86_400}
            value={base.toleranceSeconds}
            onChange={({ target }) => onChange({ timestamp: { ...timestamp, toleranceSeconds: Number(target.value) } })}
          />
        </>
      )}
    </>
  );
}

function withoutEmpty(rule: Rule, name: "idHeader", value: string): Rule {
  const { [name]: _, ...rest } = rule;
  return value === "" ? rest : { ...rest, [name]: value };
}
