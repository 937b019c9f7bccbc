import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { TextField } from "../../../../ui/fields/field.tsx";
import { Switch } from "../../../../ui/fields/switch.tsx";
import { AccountFields, KeyField } from "./account-fields.tsx";
import {
  type FileOperation,
  keyHere,
  keyInSource,
  type OperationOf,
  withKeyHere,
  withKeyInSource,
} from "./file-operations.ts";
import { LocationFields } from "./location-fields.tsx";

const text = deploymentFormMessages.files;

/** Settings of a single file: accounts, passwords, and options of its operation. */
export function FileDetails({
  file,
  onChange,
}: {
  readonly file: FileOperation;
  readonly onChange: (file: FileOperation) => void;
}) {
  return (
    <>
      {file.operation === "migrate" && <MigrationFields file={file} onChange={onChange} />}
      {file.operation === "install" && (
        <>
          <Switch
            label={text.overwrite}
            checked={file.overwrite ?? false}
            onChange={(overwrite) => onChange({ ...file, overwrite })}
          />
          <LocationFields location={file.location} onChange={(location) => onChange({ ...file, location })} />
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {file.operation !== "close" && (
          <KeyField
            label={text.keyInSource}
            value={keyInSource(file)}
            onChange={(key) => onChange(withKeyInSource(file, key))}
          />
        )}
        <KeyField label={text.keyHere} value={keyHere(file)} onChange={(key) => onChange(withKeyHere(file, key))} />
      </div>
    </>
  );
}

const toolOptions = [
  "-ignore_accounts",
  "-ignore_valuelists",
  "-ignore_fonts",
  "-reevaluate",
  "-rebuildindexes",
] as const;

function MigrationFields({
  file,
  onChange,
}: {
  readonly file: OperationOf<"migrate">;
  readonly onChange: (file: FileOperation) => void;
}) {
  const options = file.dataMigrationOptions ?? {};
  const set = (change: typeof options) => onChange({ ...file, dataMigrationOptions: { ...options, ...change } });
  return (
    <>
      <AccountFields
        userLabel={text.cloneUser}
        passwordLabel={text.clonePassword}
        account={file.clone}
        onChange={(change) => onChange({ ...file, clone: { ...file.clone, ...change } })}
      />
      <AccountFields
        userLabel={text.dataUser}
        passwordLabel={text.dataPassword}
        account={file.dataSource}
        onChange={(change) => onChange({ ...file, dataSource: { ...file.dataSource, ...change } })}
      />
      {toolOptions.map((name) => (
        <Switch
          key={name}
          label={text.toolOptions[name]}
          checked={options[name] ?? false}
          onChange={(isOn) => set({ [name]: isOn })}
        />
      ))}
      <TextField
        label={text.locale}
        value={options["-target_locale"] ?? ""}
        onChange={({ target }) => set({ "-target_locale": target.value || undefined })}
      />
    </>
  );
}
