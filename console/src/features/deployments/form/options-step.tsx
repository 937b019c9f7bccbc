import { deploymentFormMessages } from "../../../messages/deployment-form.ts";
import { Field, inputClasses, TextField } from "../../../ui/fields/field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import type { ScriptDraft } from "./draft.ts";
import type { StepProps } from "./step.ts";

const text = deploymentFormMessages.options;

/** Scripts before and after, and how the deployment goes. */
export function OptionsStep({ draft, set }: StepProps) {
  return (
    <>
      <ScriptFields
        title={text.before}
        decides={text.beforeDecides}
        draft={draft.before}
        onChange={(change) => set({ before: { ...draft.before, ...change } })}
      />
      <ScriptFields
        title={text.after}
        decides={text.afterDecides}
        draft={draft.after}
        onChange={(change) => set({ after: { ...draft.after, ...change } })}
      />
      <TextField
        label={text.message}
        hint={text.messageHint}
        maxLength={200}
        value={draft.message}
        onChange={({ target }) => set({ message: target.value })}
      />
      <Field label={text.concurrency} hint={text.concurrencyHint}>
        {(ties) => (
          <select
            {...ties}
            className={inputClasses}
            value={draft.concurrency}
            onChange={({ target }) => set({ concurrency: target.value })}
          >
            {Array.from({ length: 10 }, (_, index) => String(index + 1)).map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        )}
      </Field>
      <Switch
        label={text.withContainers}
        text={text.withContainersText}
        checked={draft.withContainers}
        onChange={(withContainers) => set({ withContainers })}
      />
      <Switch label={text.keepClosed} checked={draft.keepClosed} onChange={(keepClosed) => set({ keepClosed })} />
    </>
  );
}

function ScriptFields({
  title,
  decides,
  draft,
  onChange,
}: {
  readonly title: string;
  readonly decides: string;
  readonly draft: ScriptDraft;
  readonly onChange: (change: Partial<ScriptDraft>) => void;
}) {
  const isUsed = draft.file !== "" || draft.script !== "";
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-line px-3 pt-1 pb-3">
      <legend className="px-1 font-medium text-sm">{title}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={text.file} value={draft.file} onChange={({ target }) => onChange({ file: target.value })} />
        <TextField
          label={text.script}
          value={draft.script}
          onChange={({ target }) => onChange({ script: target.value })}
        />
        {isUsed && (
          <>
            <TextField
              label={text.user}
              value={draft.user}
              onChange={({ target }) => onChange({ user: target.value })}
            />
            <TextField
              label={text.password}
              type="password"
              autoComplete="off"
              value={draft.password}
              onChange={({ target }) => onChange({ password: target.value })}
            />
            <TextField
              label={text.param}
              value={draft.param}
              onChange={({ target }) => onChange({ param: target.value })}
            />
          </>
        )}
      </div>
      {isUsed && <Switch label={decides} checked={draft.decides} onChange={(decides) => onChange({ decides })} />}
    </fieldset>
  );
}
