import { useState } from "react";
import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { deploymentMessages } from "../../../../messages/english/deployments.ts";
import { Field, TextField } from "../../../../ui/fields/field.tsx";
import { MultiChoice } from "../../../../ui/fields/multi-choice.tsx";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import { fullName } from "../../asked-for.ts";
import { AccountFields, KeyField } from "./account-fields.tsx";
import type { ByExpression } from "./file-operations.ts";
import { LocationFields } from "./location-fields.tsx";

const text = deploymentFormMessages.files;
type File = ByExpression["files"][number];
const kinds = ["migrate", "install", "replace"] as const;

/** Many files at once: a regular expression turns each source name into the target name. */
export function ExpressionFields({
  files: given,
  isSent,
  onChange,
}: {
  readonly files: ByExpression;
  readonly isSent: boolean;
  readonly onChange: (files: ByExpression) => void;
}) {
  const { regex, replacement, source, target, files } = given;
  // Files to close have no source name and aren't changed.
  const taken = files.filter((file) => file.operation !== "close");
  const [kind, setKind] = useState<(typeof kinds)[number]>(() => taken[0]?.operation ?? "migrate");
  const choose = (names: readonly string[], operation: (typeof kinds)[number]) =>
    onChange({
      ...given,
      files: [
        ...names.map(
          (name) =>
            taken.find((file) => nameOf(file) === name && file.operation === operation) ?? newFile(name, operation),
        ),
        ...files.filter((file) => file.operation === "close"),
      ],
    });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={text.regex}
          hint={text.regexHint}
          className="font-mono"
          spellCheck={false}
          error={isSent && regex === "" ? text.needRegex : undefined}
          value={regex}
          onChange={({ target: { value } }) => onChange({ ...given, regex: value })}
        />
        <TextField
          label={text.replacement}
          hint={text.replacementHint}
          className="font-mono"
          spellCheck={false}
          value={replacement}
          onChange={({ target: { value } }) => onChange({ ...given, replacement: value })}
        />
      </div>
      <SelectField
        label={text.operationOfAll}
        value={kind}
        options={kinds.map((value) => ({ value, text: deploymentMessages.page.operations[value] }))}
        onChange={(next) => {
          setKind(next);
          choose(taken.map(nameOf), next);
        }}
      />
      <Field
        label={text.filesInSource}
        hint={text.filesInSourceHint}
        error={isSent && files.length === 0 ? text.needFile : undefined}
      >
        {(ties) => (
          <MultiChoice
            ties={ties}
            choices={[]}
            chosen={taken.map(nameOf)}
            onChange={(names) => choose(names, kind)}
            placeholder={text.typeFiles}
            removeLabel={text.removeFile}
            addLabel={text.addFile}
            emptyText={text.typeFiles}
            complete={fullName}
          />
        )}
      </Field>
      <AccountFields
        userLabel={text.cloneUser}
        passwordLabel={text.clonePassword}
        account={source}
        onChange={(change) => onChange({ ...given, source: { ...source, ...change } })}
      />
      <AccountFields
        userLabel={text.dataUser}
        passwordLabel={text.dataPassword}
        account={target}
        onChange={(change) => onChange({ ...given, target: { ...target, ...change } })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <KeyField
          label={text.keyInSource}
          value={source.encryptionKey ?? ""}
          onChange={(key) => onChange({ ...given, source: { ...source, encryptionKey: key || undefined } })}
        />
        <KeyField
          label={text.keyHere}
          value={target.encryptionKey ?? ""}
          onChange={(key) => onChange({ ...given, target: { ...target, encryptionKey: key || undefined } })}
        />
      </div>
      {kind === "install" && (
        <LocationFields
          location={target.location}
          onChange={(location) => onChange({ ...given, target: { ...target, location } })}
        />
      )}
    </>
  );
}

function nameOf(file: File): string {
  if (file.operation === "close") return file.target.fileName;
  return file.operation === "migrate" ? file.clone.fileName : file.source.fileName;
}

function newFile(fileName: string, operation: (typeof kinds)[number]): File {
  return operation === "migrate" ? { operation, clone: { fileName } } : { operation, source: { fileName } };
}
