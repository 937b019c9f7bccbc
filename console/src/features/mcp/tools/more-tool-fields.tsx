import { mcpToolMessages } from "../../../messages/english/mcp/tools.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { MoreFields } from "../../../ui/layout/more-fields.tsx";
import type { missing, ToolDraft } from "./tool-draft.ts";

const text = mcpToolMessages.dialog;
const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
const outputs = ["auto", "text", "json"] as const;
const scopes = ["", "fm:read", "fm:write"] as const;

/** Annotations of a tool, and further texts and options for clients. */
export function MoreToolFields({
  draft,
  isMissing,
  onChange,
}: {
  readonly draft: ToolDraft;
  readonly isMissing: (field: keyof ReturnType<typeof missing>) => boolean;
  readonly onChange: (change: Partial<ToolDraft>) => void;
}) {
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 font-medium text-sm">{text.hints}</legend>
        {hints.map((hint) => (
          <Switch
            key={hint}
            label={text.annotations[hint]}
            checked={draft.annotations[hint]}
            onChange={(isSo) => onChange({ annotations: { ...draft.annotations, [hint]: isSo } })}
          />
        ))}
      </fieldset>
      <MoreFields title={text.more}>
        <TextField
          label={text.shownTitle}
          hint={text.shownTitleHint}
          maxLength={100}
          value={draft.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <TextField
          label={text.mcpName}
          hint={text.mcpNameHint}
          maxLength={50}
          error={isMissing("mcpName") ? text.needMcpName : undefined}
          value={draft.mcpName}
          onChange={({ target }) => onChange({ mcpName: target.value })}
        />
        <SelectField
          label={text.output}
          value={draft.outputMode}
          options={outputs.map((value) => ({ value, text: text.outputs[value] }))}
          onChange={(outputMode) => onChange({ outputMode })}
        />
        <TextField
          label={text.timeout}
          type="number"
          min={1}
          max={600}
          error={isMissing("timeout") ? text.needTimeout : undefined}
          value={draft.timeoutS}
          onChange={({ target }) => onChange({ timeoutS: Number(target.value) })}
        />
        <SelectField
          label={text.scope}
          value={draft.requiredScope}
          options={scopes.map((value) => ({ value, text: text.scopes[value] }))}
          onChange={(requiredScope) => onChange({ requiredScope })}
        />
      </MoreFields>
    </>
  );
}
