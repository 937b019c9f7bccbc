import { useQuery } from "@tanstack/react-query";
import { useController, useFormState, useWatch } from "react-hook-form";
import type { DatabaseState } from "#shared/files/contract.ts";
import { reading } from "../../../api/query.ts";
import { createDataKeyMessages } from "../../../messages/english/keys/create-data-key.ts";
import { messages } from "../../../messages/messages.ts";
import { Field } from "../../../ui/fields/field.tsx";
import { type Choice, MultiChoice } from "../../../ui/fields/multi-choice.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import type { KeyValues } from "./key-fields.tsx";

const text = createDataKeyMessages;

/** Fields of all forms for a Data API key. */
export interface DataKeyValues extends KeyValues {
  readonly databases: readonly string[];
  readonly isDataApi: boolean;
  readonly isOData: boolean;
  readonly allowAnyDatabase: boolean;
}

/** Files that a key can access: selected from the hosted files, or typed if the server doesn't list them. */
export function FilesField() {
  const { field, fieldState } = useController<DataKeyValues, "databases">({ name: "databases" });
  const [isDataApi, isOData] = useWatch<DataKeyValues, ["isDataApi", "isOData"]>({ name: ["isDataApi", "isOData"] });
  const needed = [...(isDataApi ? ["fmrest"] : []), ...(isOData ? ["fmodata"] : [])];
  const hosted = useQuery(reading("GET /svc/api/databases", {}));
  const choices = (hosted.data?.databases ?? []).map(
    ({ filename, state, extendedPrivileges }): Choice => ({
      name: filename,
      warning: warningOf(state, extendedPrivileges, needed),
    }),
  );
  return (
    <Field label={messages.keys.files} hint={text.filesHint} error={fieldState.error?.message}>
      {(ties) => (
        <MultiChoice
          ties={ties}
          choices={choices}
          chosen={field.value}
          onChange={field.onChange}
          placeholder={text.filesPlaceholder}
          removeLabel={text.removeFile}
          addLabel={text.add}
          emptyText={text.noFiles}
          complete={withExtension}
        />
      )}
    </Field>
  );
}

/** APIs that a key can use, and its access to other files. */
export function ReachFields() {
  const { errors } = useFormState<DataKeyValues>();
  return (
    <>
      <SwitchField name="isDataApi" label={text.dataApi} text={text.dataApiText} />
      <SwitchField name="isOData" label={text.odata} text={text.odataText} />
      <SwitchField name="allowAnyDatabase" label={text.any} text={text.anyText} />
      {errors.isDataApi && (
        <p role="alert" className="text-bad text-sm">
          {errors.isDataApi.message}
        </p>
      )}
    </>
  );
}

function SwitchField({
  name,
  ...rest
}: {
  readonly name: "isDataApi" | "isOData" | "allowAnyDatabase";
  readonly label: string;
  readonly text: string;
}) {
  const { field } = useController<DataKeyValues, typeof name>({ name });
  return <Switch checked={field.value} onChange={field.onChange} {...rest} />;
}

/** Returns a problem with a key for a file, as far as the server reports it without an account. */
function warningOf(
  state: DatabaseState,
  extendedPrivileges: readonly string[],
  needed: readonly string[],
): string | undefined {
  if (state === "paused") return text.paused;
  if (state !== "normal") return text.closed;
  const missing = needed.filter((privilege) => !extendedPrivileges.includes(privilege));
  return missing.length === 0 ? undefined : text.missingPrivileges(missing.join(", "));
}

function withExtension(name: string): string {
  return /\.fmp12$/i.test(name) ? name : `${name}.fmp12`;
}
