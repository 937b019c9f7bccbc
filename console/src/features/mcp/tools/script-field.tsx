import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useKeysOfFile } from "../../../api/key-list.ts";
import { reading } from "../../../api/query.ts";
import { useMay } from "../../../api/role.ts";
import { mcpToolMessages } from "../../../messages/english/mcp/tools.ts";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Field, inputClasses, TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";

const text = mcpToolMessages.scripts;

/** Script of a tool: selected from the scripts that a key's account can see, or typed if they can't be listed. */
export function ScriptField({
  filename,
  script,
  isMissing,
  onChange,
}: {
  readonly filename: string;
  readonly script: string;
  readonly isMissing: boolean;
  readonly onChange: (script: string) => void;
}) {
  const opening = useKeysOfFile(filename, { by: "is_odata" });
  const mayChoose = useMay("administrator");
  const keys = mayChoose ? opening : [];
  const [chosen, setChosen] = useState<number>();
  const key = chosen ?? keys[0]?.id ?? 0;
  const list = useQuery({
    ...reading("POST /svc/api/mcp-servers/scripts", { filename, key }),
    enabled: key > 0,
    retry: false,
  });
  const scripts = key > 0 ? (list.data?.scripts ?? undefined) : undefined;
  const reason = key > 0 ? list.data?.reason : undefined;
  const error = isMissing ? text.need : undefined;
  const emptyHint = mayChoose ? text.noKey : text.needsAdministrator;
  return (
    <>
      {scripts === undefined ? (
        <TextField
          label={text.label}
          hint={reason ? text.unreadable(reason) : keys.length === 0 ? emptyHint : undefined}
          maxLength={100}
          error={error}
          value={script}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Field label={text.label} error={error}>
          {(ties) => (
            <select {...ties} className={inputClasses} value={script} onChange={({ target }) => onChange(target.value)}>
              <option value="">{text.choose}</option>
              {script !== "" && !scripts.some(({ name }) => name === script) && (
                <option value={script}>{text.unlisted(script)}</option>
              )}
              {scripts.map(({ name, problem }) => (
                <option key={name} value={name} disabled={problem !== null}>
                  {problem === null ? name : text.problem(name, problem)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {key > 0 && list.error && <Refusal error={list.error} />}
      {keys.length > 0 && (
        <SelectField
          label={text.account}
          value={String(key)}
          options={[
            { value: "0", text: text.typed },
            ...keys.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          onChange={(id) => setChosen(Number(id))}
        />
      )}
    </>
  );
}
