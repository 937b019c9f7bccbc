import { Plus, Trash2 } from "lucide-react";
import { mcpToolMessages } from "../../../messages/english/mcp/tools.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { isParameterNamed, newParameter, type ParameterDraft, schemaOf } from "./tool-draft.ts";

const text = mcpToolMessages.parameters;

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
              isBadlyNamed={isSent && !isParameterNamed(parameter, parameters)}
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
  isBadlyNamed,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly parameter: ParameterDraft;
  readonly isBadlyNamed: boolean;
  readonly onChange: (change: Partial<ParameterDraft>) => void;
  readonly onRemove: () => void;
}) {
  const { name, type, isArray, required, description, values } = parameter;
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
            error={isBadlyNamed ? text.badName : undefined}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <SelectField
            label={text.type}
            value={type}
            options={(["string", "number", "boolean"] as const).map((value) => ({ value, text: text.types[value] }))}
            onChange={(next) => onChange({ type: next })}
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
        {type !== "boolean" && (
          <Switch label={text.list} checked={isArray} onChange={(next) => onChange({ isArray: next })} />
        )}
      </div>
      {type === "string" && (
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
