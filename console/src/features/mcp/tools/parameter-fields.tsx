import { Plus, Trash2 } from "lucide-react";
import { mcpToolMessages } from "../../../messages/english/mcp/tools.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import {
  faultsOf,
  hasDefault,
  isNumeric,
  newParameter,
  type ParameterDraft,
  type ParameterFaults,
  schemaOf,
} from "./parameter-draft.ts";

const text = mcpToolMessages.parameters;
const kinds = ["string", "number", "integer", "date", "date-time", "boolean"] as const;
const noFaults: ParameterFaults = { name: false, maximum: false, defaultValue: false };

/** Parameters of a script as rows, next to the resulting schema for clients. */
export function ParameterFields({
  parameters,
  isSent,
  onChange,
}: {
  readonly parameters: readonly ParameterDraft[];
  readonly isSent: boolean;
  readonly onChange: (parameters: readonly ParameterDraft[]) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">{text.title}</legend>
      <p className="mb-2 text-muted text-sm">{parameters.length === 0 ? text.none : text.text}</p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col items-start gap-3">
          {parameters.map((parameter, index) => (
            <ParameterRow
              key={parameter.key}
              number={index + 1}
              parameter={parameter}
              faults={isSent ? faultsOf(parameter, parameters) : noFaults}
              onChange={(change) => onChange(parameters.with(index, { ...parameter, ...change }))}
              onRemove={() => onChange(parameters.toSpliced(index, 1))}
            />
          ))}
          <Button onClick={() => onChange([...parameters, newParameter()])}>
            <Plus aria-hidden size={14} />
            {text.add}
          </Button>
        </div>
        <section aria-label={text.schema} className="min-w-0 rounded-md border border-line bg-page p-3">
          <p className="text-muted text-sm">{text.schemaText}</p>
          <pre className="whitespace-pre-wrap wrap-anywhere font-mono text-sm">
            {JSON.stringify(schemaOf(parameters), null, 2)}
          </pre>
        </section>
      </div>
    </fieldset>
  );
}

function ParameterRow({
  number,
  parameter,
  faults,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly parameter: ParameterDraft;
  readonly faults: ParameterFaults;
  readonly onChange: (change: Partial<ParameterDraft>) => void;
  readonly onRemove: () => void;
}) {
  const { name, kind, isArray, required, description, values } = parameter;
  return (
    <fieldset
      aria-label={text.parameter(number)}
      className="flex w-full flex-col gap-3 rounded-md border border-line p-3"
    >
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
          <TextField
            label={text.name}
            maxLength={64}
            error={faults.name ? text.badName : undefined}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <SelectField
            label={text.type}
            value={kind}
            options={kinds.map((value) => ({ value, text: text.types[value] }))}
            onChange={(next) => onChange({ kind: next, minimum: "", maximum: "", defaultValue: "" })}
          />
        </div>
        <IconButton icon={Trash2} label={text.remove(number)} onClick={onRemove} />
      </div>
      <TextField
        label={text.description}
        maxLength={1024}
        value={description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Switch label={text.required} checked={required} onChange={(next) => onChange({ required: next })} />
        {kind !== "boolean" && (
          <Switch label={text.list} checked={isArray} onChange={(next) => onChange({ isArray: next })} />
        )}
      </div>
      <RuleFields parameter={parameter} faults={faults} onChange={onChange} />
      {kind === "string" && (
        <TextArea
          label={text.values}
          hint={text.valuesHint}
          rows={2}
          value={values}
          onChange={({ target }) => onChange({ values: target.value })}
        />
      )}
    </fieldset>
  );
}

/** Limits of a number, and the default of an optional parameter. */
function RuleFields({
  parameter,
  faults,
  onChange,
}: {
  readonly parameter: ParameterDraft;
  readonly faults: ParameterFaults;
  readonly onChange: (change: Partial<ParameterDraft>) => void;
}) {
  const { kind, minimum, maximum, defaultValue } = parameter;
  const type = isNumeric(parameter) ? "number" : "text";
  return (
    <div className="grid min-w-0 gap-3 sm:grid-cols-3">
      {isNumeric(parameter) && (
        <>
          <TextField
            label={text.minimum}
            type="number"
            step="any"
            value={minimum}
            onChange={({ target }) => onChange({ minimum: target.value })}
          />
          <TextField
            label={text.maximum}
            type="number"
            step="any"
            error={faults.maximum ? text.badMaximum : undefined}
            value={maximum}
            onChange={({ target }) => onChange({ maximum: target.value })}
          />
        </>
      )}
      {hasDefault(parameter) &&
        (kind === "boolean" ? (
          <SelectField
            label={text.defaultValue}
            value={defaultValue}
            options={(["", "true", "false"] as const).map((value) => ({ value, text: text.booleans[value] }))}
            onChange={(next) => onChange({ defaultValue: next })}
          />
        ) : (
          <TextField
            label={text.defaultValue}
            hint={kind === "date" || kind === "date-time" ? text.forms[kind] : undefined}
            type={type}
            {...(type === "number" && { step: "any" })}
            maxLength={1_000}
            error={faults.defaultValue ? text.badDefault : undefined}
            value={defaultValue}
            onChange={({ target }) => onChange({ defaultValue: target.value })}
          />
        ))}
    </div>
  );
}
