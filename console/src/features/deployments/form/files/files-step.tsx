import { useQuery } from "@tanstack/react-query";
import { reading } from "../../../../api/query.ts";
import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { Field } from "../../../../ui/fields/field.tsx";
import { MultiChoice } from "../../../../ui/fields/multi-choice.tsx";
import { Switch } from "../../../../ui/fields/switch.tsx";
import { fullName } from "../../asked-for.ts";
import type { StepProps } from "../sources/source-step.tsx";
import { AccountFields, KeyField } from "./account-fields.tsx";
import { ExpressionFields } from "./expression-fields.tsx";
import {
  byExpression,
  commonAccount,
  commonKey,
  type EachFile,
  newOperation,
  withAccount,
  withKeyHere,
  withKeyInSource,
} from "./file-operations.ts";
import { FileRow } from "./file-row.tsx";

const text = deploymentFormMessages.files;

/** Files and their operations: one by one, or with names by a regular expression. */
export function FilesStep({ part: { fileOperations }, isSent, set }: StepProps) {
  const isByExpression = !Array.isArray(fileOperations);
  return (
    <>
      {isByExpression ? (
        <ExpressionFields files={fileOperations} isSent={isSent} onChange={(next) => set({ fileOperations: next })} />
      ) : (
        <EachFileFields each={fileOperations} isSent={isSent} onChange={(next) => set({ fileOperations: next })} />
      )}
      <Switch
        label={text.byExpression}
        text={text.byExpressionText}
        checked={isByExpression}
        onChange={(wanted) => set({ fileOperations: wanted && !isByExpression ? byExpression(fileOperations) : [] })}
      />
    </>
  );
}

function EachFileFields({
  each,
  isSent,
  onChange,
}: {
  readonly each: EachFile;
  readonly isSent: boolean;
  readonly onChange: (each: EachFile) => void;
}) {
  const hosted = useQuery(reading("GET /svc/api/databases", {}));
  const names = (hosted.data?.databases ?? []).map(({ filename }) => filename);
  const account = commonAccount(each);
  const targets = each.map(({ target }) => target.fileName);
  const choose = (chosen: readonly string[]) =>
    onChange(
      chosen.map((name) => {
        const known = each.find(({ target }) => target.fileName === name);
        const kind = names.includes(name) ? "migrate" : "install";
        return known ?? newOperation(kind, name, name, account ?? { user: "", password: "" });
      }),
    );
  const migrates = each.some(({ operation }) => operation === "migrate");
  return (
    <>
      <Field label={text.files} hint={text.filesHint} error={isSent && each.length === 0 ? text.needFile : undefined}>
        {(ties) => (
          <MultiChoice
            ties={ties}
            choices={names.map((name) => ({ name }))}
            chosen={targets}
            onChange={choose}
            placeholder={text.choose}
            removeLabel={text.removeFile}
            addLabel={text.addFile}
            emptyText={text.noFile}
            complete={fullName}
          />
        )}
      </Field>
      {each.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {each.map((file, index) => (
            <FileRow
              key={file.target.fileName}
              file={file}
              account={account}
              onChange={(next) => onChange(each.with(index, next))}
              onRemove={() => onChange(each.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      {migrates && (
        <AccountFields
          hint={account === undefined ? text.accountsDiffer : text.userHint}
          account={account ?? { user: "", password: "" }}
          isMissing={isSent && account?.user === ""}
          onChange={(change) => onChange(each.map((file) => withAccount(file, change)))}
        />
      )}
      {each.length > 0 && (
        <KeyField
          label={text.encryptionKey}
          hint={text.encryptionKeyHint}
          value={commonKey(each)}
          onChange={(key) => onChange(each.map((file) => withKeyHere(withKeyInSource(file, key), key)))}
        />
      )}
    </>
  );
}
