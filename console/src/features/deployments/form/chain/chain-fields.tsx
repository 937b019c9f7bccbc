import { Plus, Trash2 } from "lucide-react";
import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { Button } from "../../../../ui/buttons/button.tsx";
import { IconButton } from "../../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../../ui/fields/field.tsx";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import { Switch } from "../../../../ui/fields/switch.tsx";
import { HeaderFields } from "../header-fields.tsx";
import { isAddress } from "../sources/sources.ts";
import { type ActionOf, actionKinds, type ChainedAction, newAction } from "./chain.ts";
import { JsonValueField } from "./json-value-field.tsx";

const text = deploymentFormMessages.chain;
const methods = ["POST", "PUT", "GET", "DELETE"] as const;
/** Maximum number of actions in the service's contract. */
const maxActions = 10;

/** Calls at the end of the whole deployment, one after the other. */
export function ChainFields({
  actions,
  isSent,
  onChange,
}: {
  readonly actions: readonly ChainedAction[];
  readonly isSent: boolean;
  readonly onChange: (actions: ChainedAction[]) => void;
}) {
  const change = (index: number, next: ChainedAction) => onChange(actions.with(index, next));
  return (
    <section aria-label={text.label} className="flex min-w-0 flex-col gap-3">
      <div>
        <h3 className="font-medium text-sm">{text.label}</h3>
        <p className="text-muted text-sm">{text.text}</p>
      </div>
      {actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions have no other key in the form
        <fieldset key={index} className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
          <legend className="sr-only">{text.action(index + 1)}</legend>
          <div className="grid grid-cols-[1fr_auto] items-end gap-3">
            <SelectField
              label={text.action(index + 1)}
              value={action.type}
              options={actionKinds.map((value) => ({ value, text: text.kinds[value] }))}
              onChange={(type) => change(index, newAction(type, action))}
            />
            <IconButton
              icon={Trash2}
              label={text.remove(index + 1)}
              onClick={() => onChange(actions.toSpliced(index, 1))}
            />
          </div>
          <TextField
            label={action.type === "generic_api" ? text.address : text.server}
            hint={action.type === "generic_api" ? undefined : text.serverHint}
            type="url"
            spellCheck={false}
            error={isSent && !isAddress(action.url) ? text.needAddress : undefined}
            value={action.url}
            onChange={({ target }) => change(index, { ...action, url: target.value })}
          />
          {action.type === "generic_api" ? (
            // The key resets the rows when the kind changes.
            <CallFields key="call" action={action} number={index + 1} onChange={(next) => change(index, next)} />
          ) : (
            <StartFields key={action.type} action={action} isSent={isSent} onChange={(next) => change(index, next)} />
          )}
          <TextField
            label={text.id}
            hint={text.idHint}
            maxLength={200}
            value={action.id ?? ""}
            onChange={({ target }) => change(index, { ...action, id: target.value || undefined })}
          />
          <Switch
            label={text.onFailure}
            checked={action.sendOnFailure ?? false}
            onChange={(sendOnFailure) => change(index, { ...action, sendOnFailure })}
          />
        </fieldset>
      ))}
      <Button
        className="self-start"
        disabled={actions.length === maxActions}
        onClick={() => onChange([...actions, newAction("deployment_start")])}
      >
        <Plus aria-hidden size={14} />
        {text.add}
      </Button>
    </section>
  );
}

/** Fields to start a deployment or build on another service. */
function StartFields({
  action,
  isSent,
  onChange,
}: {
  readonly action: ActionOf<"build_start" | "deployment_start">;
  readonly isSent: boolean;
  readonly onChange: (action: ChainedAction) => void;
}) {
  return (
    <>
      <TextField
        label={text.apiKey}
        type="password"
        autoComplete="off"
        error={isSent && action.apiKey === "" ? text.needKey : undefined}
        value={action.apiKey}
        onChange={({ target }) => onChange({ ...action, apiKey: target.value })}
      />
      <JsonValueField
        label={text.input}
        hint={text.inputHints[action.type]}
        value={action.input}
        onChange={(input) => onChange({ ...action, input })}
      />
    </>
  );
}

/** Fields of any other call. */
function CallFields({
  action,
  number,
  onChange,
}: {
  readonly action: ActionOf<"generic_api">;
  readonly number: number;
  readonly onChange: (action: ChainedAction) => void;
}) {
  return (
    <>
      <SelectField
        label={text.method}
        value={action.method ?? "POST"}
        options={methods.map((value) => ({ value, text: value }))}
        onChange={(method) => onChange({ ...action, method })}
      />
      <HeaderFields
        of={text.action(number)}
        headers={action.headers}
        onChange={(headers) => onChange({ ...action, headers })}
      />
      <JsonValueField
        label={text.body}
        hint={text.bodyHint}
        value={action.body}
        onChange={(body) => onChange({ ...action, body })}
      />
    </>
  );
}
