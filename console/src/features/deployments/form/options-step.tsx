import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { NotificationFields } from "./notification-fields.tsx";
import { ScriptFields } from "./script-fields.tsx";
import type { StepProps } from "./sources/source-step.tsx";

const text = deploymentFormMessages.options;
const counts = Array.from({ length: 10 }, (_, index) => String(index + 1));

/** Scripts before and after a part, and its options. */
export function OptionsStep({ part, isSent, set }: StepProps) {
  const { preDeploymentScript: before, postDeploymentScript: after, options = {} } = part;
  const setOptions = (change: typeof options) => set({ options: { ...options, ...change } });
  return (
    <>
      <TextField
        label={text.name}
        hint={text.nameHint}
        maxLength={200}
        value={part.name ?? ""}
        onChange={({ target }) => set({ name: target.value || undefined })}
      />
      <ScriptFields
        title={text.before}
        isSent={isSent}
        script={before}
        onChange={(script) => set({ preDeploymentScript: script && { ...before, ...script } })}
      >
        <Switch
          label={text.beforeDecides}
          checked={before?.abortIfScriptFails ?? true}
          onChange={(abortIfScriptFails) => before && set({ preDeploymentScript: { ...before, abortIfScriptFails } })}
        />
      </ScriptFields>
      <ScriptFields
        title={text.after}
        isSent={isSent}
        script={after}
        onChange={(script) => set({ postDeploymentScript: script && { ...after, ...script } })}
      >
        <Switch
          label={text.afterDecides}
          checked={after?.rollbackIfScriptFails ?? false}
          onChange={(rollbackIfScriptFails) =>
            after && set({ postDeploymentScript: { ...after, rollbackIfScriptFails } })
          }
        />
      </ScriptFields>
      <TextField
        label={text.message}
        hint={text.messageHint}
        maxLength={200}
        value={options.closeFilesMessage ?? ""}
        onChange={({ target }) => setOptions({ closeFilesMessage: target.value || undefined })}
      />
      <SelectField
        label={text.concurrency}
        hint={text.concurrencyHint}
        value={String(part.concurrency ?? 1)}
        options={counts.map((count) => ({ value: count, text: count }))}
        onChange={(count) => set({ concurrency: Number(count) })}
      />
      <Switch
        label={text.withContainers}
        text={text.withContainersText}
        checked={options.transferContainerData ?? false}
        onChange={(transferContainerData) => setOptions({ transferContainerData })}
      />
      <Switch
        label={text.keepClosed}
        checked={options.keepFilesClosedAfterComplete ?? false}
        onChange={(keepFilesClosedAfterComplete) => setOptions({ keepFilesClosedAfterComplete })}
      />
      <NotificationFields
        notifications={options.notifications ?? []}
        onChange={(notifications) =>
          setOptions({ notifications: notifications.length === 0 ? undefined : notifications })
        }
      />
    </>
  );
}
