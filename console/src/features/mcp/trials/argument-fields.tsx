import type { InputSchema, Parameter } from "#shared/mcp-servers/tools/contract.ts";
import { mcpTrialMessages } from "../../../messages/english/mcp/trials.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import type { GivenTexts } from "./test-arguments.ts";

const text = mcpTrialMessages.test;

/** A field for each parameter of a tool. */
export function ArgumentFields({
  schema,
  given,
  onChange,
}: {
  readonly schema: InputSchema;
  readonly given: GivenTexts;
  readonly onChange: (given: GivenTexts) => void;
}) {
  const parameters = Object.entries(schema);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">{text.arguments}</legend>
      {parameters.length === 0 && <p className="text-muted text-sm">{text.noArguments}</p>}
      {parameters.map(([name, parameter]) => (
        <ArgumentField
          key={name}
          name={name}
          parameter={parameter}
          value={given[name] ?? ""}
          onChange={(value) => onChange({ ...given, [name]: value })}
        />
      ))}
    </fieldset>
  );
}

function ArgumentField({
  name,
  parameter: { type, isArray, required, description, enumValues },
  value,
  onChange,
}: {
  readonly name: string;
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const hint = [required && text.required, description, isArray && text.oneEach].filter(Boolean).join(" · ");
  const notGiven = { value: "", text: text.anyValue };
  if (type === "boolean")
    return (
      <SelectField
        label={name}
        hint={hint}
        value={value}
        options={[notGiven, { value: "true", text: text.yes }, { value: "false", text: text.no }]}
        onChange={onChange}
      />
    );
  if (isArray)
    return (
      <TextArea label={name} hint={hint} rows={2} value={value} onChange={({ target }) => onChange(target.value)} />
    );
  if (enumValues !== undefined)
    return (
      <SelectField
        label={name}
        hint={hint}
        value={value}
        options={[notGiven, ...enumValues.map((each) => ({ value: each, text: each }))]}
        onChange={onChange}
      />
    );
  return (
    <TextField
      label={name}
      hint={hint}
      inputMode={type === "number" ? "decimal" : "text"}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
