import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { reading } from "../../../api/query.ts";
import { deploymentFormMessages } from "../../../messages/deployment-form.ts";
import { deploymentMessages } from "../../../messages/deployments.ts";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { Field, inputClasses, TextField } from "../../../ui/fields/field.tsx";
import { MultiChoice } from "../../../ui/fields/multi-choice.tsx";
import { fullName } from "../asked-for.ts";
import { type FileDraft, needsAccount, type Operation, operations } from "./draft.ts";
import type { StepProps } from "./step.ts";

const text = deploymentFormMessages.files;

/** Which files, what becomes of each, and the account that migrations need. */
export function FilesStep({ draft, isSent, set }: StepProps) {
  const hosted = useQuery(reading("GET /svc/api/databases", {}));
  const names = (hosted.data?.databases ?? []).map(({ filename }) => filename);
  const choose = (chosen: readonly string[]) =>
    set({
      files: chosen.map(
        (target) =>
          draft.files.find((file) => file.target === target) ?? {
            operation: names.includes(target) ? "migrate" : "install",
            source: target,
            target,
          },
      ),
    });
  const change = (target: string, changed: Partial<FileDraft>) =>
    set({ files: draft.files.map((file) => (file.target === target ? { ...file, ...changed } : file)) });
  return (
    <>
      <Field
        label={text.files}
        hint={text.filesHint}
        error={isSent && draft.files.length === 0 ? text.needFile : undefined}
      >
        {(ties) => (
          <MultiChoice
            ties={ties}
            choices={names.map((name) => ({ name }))}
            chosen={draft.files.map(({ target }) => target)}
            onChange={choose}
            placeholder={text.choose}
            removeLabel={text.removeFile}
            addLabel={text.addFile}
            emptyText={text.noFile}
            complete={fullName}
          />
        )}
      </Field>
      {draft.files.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {draft.files.map((file) => (
            <li key={file.target} className="grid items-end gap-3 px-3 py-3 sm:grid-cols-[1fr_10rem_1fr_auto]">
              <p className="self-center break-words font-medium">{file.target}</p>
              <Field label={text.operationOf(file.target)}>
                {(ties) => (
                  <select
                    {...ties}
                    className={inputClasses}
                    value={file.operation}
                    onChange={({ target }) => change(file.target, { operation: target.value as Operation })}
                  >
                    {operations.map((operation) => (
                      <option key={operation} value={operation}>
                        {deploymentMessages.page.operations[operation]}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              {file.operation === "close" ? (
                <span />
              ) : (
                <TextField
                  label={text.sourceOf(file.target)}
                  spellCheck={false}
                  value={file.source}
                  onChange={({ target }) => change(file.target, { source: target.value })}
                />
              )}
              <IconButton
                icon={Trash2}
                label={text.removeFile(file.target)}
                onClick={() => set({ files: draft.files.filter(({ target }) => target !== file.target) })}
              />
            </li>
          ))}
        </ul>
      )}
      {needsAccount(draft) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text.user}
            hint={text.userHint}
            error={isSent && draft.user === "" ? text.needUser : undefined}
            value={draft.user}
            onChange={({ target }) => set({ user: target.value })}
          />
          <TextField
            label={text.password}
            type="password"
            autoComplete="off"
            value={draft.password}
            onChange={({ target }) => set({ password: target.value })}
          />
        </div>
      )}
      <TextField
        label={text.encryptionKey}
        hint={text.encryptionKeyHint}
        type="password"
        autoComplete="off"
        value={draft.encryptionKey}
        onChange={({ target }) => set({ encryptionKey: target.value })}
      />
    </>
  );
}
