import type { ReactNode } from "react";
import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import type { Script } from "./request.ts";

const text = deploymentFormMessages.options;
type AnyScript = Pick<Script, "file" | "script">;
const newScript: AnyScript = { file: { name: "", user: "", password: "" }, script: { name: "" } };

/** Optional script that runs before or after. */
export function ScriptFields({
  title,
  script: given,
  isSent,
  onChange,
  children,
}: {
  readonly title: string;
  readonly script: AnyScript | undefined;
  readonly isSent: boolean;
  readonly onChange: (script: AnyScript | undefined) => void;
  /** Fields that specify what happens if the script fails. */
  readonly children: ReactNode;
}) {
  const isOn = (
    <Switch
      label={title}
      checked={given !== undefined}
      onChange={(wanted) => onChange(wanted ? newScript : undefined)}
    />
  );
  if (given === undefined) return isOn;
  const { file, script } = given;
  const setFile = (change: Partial<typeof file>) => onChange({ file: { ...file, ...change }, script });
  const setScript = (change: Partial<typeof script>) => onChange({ file, script: { ...script, ...change } });
  const need = (value: string) => (isSent && value.trim() === "" ? text.needed : undefined);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
      <legend className="sr-only">{title}</legend>
      {isOn}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={text.file}
          error={need(file.name)}
          value={file.name}
          onChange={({ target }) => setFile({ name: target.value })}
        />
        <TextField
          label={text.script}
          error={need(script.name)}
          value={script.name}
          onChange={({ target }) => setScript({ name: target.value })}
        />
        <TextField label={text.user} value={file.user} onChange={({ target }) => setFile({ user: target.value })} />
        <TextField
          label={text.password}
          type="password"
          autoComplete="off"
          value={file.password}
          onChange={({ target }) => setFile({ password: target.value })}
        />
        <TextField
          label={text.param}
          value={script.param ?? ""}
          onChange={({ target }) => setScript({ param: target.value || undefined })}
        />
        <TextField
          label={text.timeout}
          hint={text.timeoutHint}
          type="number"
          min={0}
          value={script.timeout ?? ""}
          onChange={({ target }) => setScript({ timeout: target.value === "" ? undefined : Number(target.value) })}
        />
      </div>
      {children}
    </fieldset>
  );
}
