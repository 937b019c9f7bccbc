import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import { type DataApiKey, keys } from "../../../../shared/keys/contract.ts";
import { changing } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { schemaResolver } from "../../ui/schema-resolver.ts";
import { Switch } from "../../ui/switch.tsx";
import { announce } from "../../ui/toasts.tsx";
import { words } from "../../words/words.ts";
import { FilesField, FileVerdicts } from "./data-key-fields.tsx";
import { fileVerdictsOf } from "./file-refusals.ts";
import { isFailing } from "./key-chips.ts";

const text = words.keys.editData;
interface Values {
  readonly key: string;
  readonly label: string;
  readonly databases: readonly string[];
  readonly isDataApi: boolean;
  readonly isOData: boolean;
  readonly allowAnyDatabase: boolean;
  readonly user?: string;
  readonly pass?: string;
}
const resolver = schemaResolver<Values>(keys.updateDataApiKey.input, {
  databases: words.keys.createData.chooseFile,
  user: words.keys.createData.needAccount,
});

/** Changing what a key opens. The account stays unless it is asked for, and then its password is needed. */
export default function EditDataKeyDialog({
  row,
  onClose,
}: {
  readonly row: DataApiKey;
  readonly onClose: () => void;
}) {
  const [changesAccount, setChangesAccount] = useState(isFailing(row));
  const form = useForm<Values>({
    resolver,
    shouldUnregister: true,
    defaultValues: {
      key: String(row.id),
      label: row.label ?? "",
      databases: row.databases,
      isDataApi: row.is_data_api,
      isOData: row.is_odata,
      allowAnyDatabase: row.allow_any_database,
    },
  });
  const { errors } = form.formState;
  const databases = useController({ control: form.control, name: "databases" });
  const dataApi = useController({ control: form.control, name: "isDataApi" });
  const odata = useController({ control: form.control, name: "isOData" });
  const any = useController({ control: form.control, name: "allowAnyDatabase" });
  const save = useMutation(changing("PATCH /svc/api/api-key/{key}", ["GET /svc/api/api-key", "GET /svc/api/audit"]));
  const submit = form.handleSubmit((values) =>
    save.mutate(
      { ...values, key: String(row.id), databases: [...values.databases] },
      {
        onSuccess: () => {
          announce(text.saved);
          onClose();
        },
      },
    ),
  );
  const verdicts = fileVerdictsOf(save.error);

  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title(row.label || words.keys.noLabel)}
      text={text.text}
      actions={
        <>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button type="submit" form="edit-data-key" look="primary" busy={save.isPending}>
            {text.submit}
          </Button>
        </>
      }
    >
      <form
        id="edit-data-key"
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <input type="hidden" {...form.register("key")} />
        <TextField
          label={words.keys.label}
          maxLength={200}
          autoFocus
          error={errors.label?.message}
          {...form.register("label")}
        />
        <FilesField
          files={databases.field.value}
          onChange={databases.field.onChange}
          error={errors.databases?.message}
        />
        <Switch label={words.keys.createData.dataApi} checked={dataApi.field.value} onChange={dataApi.field.onChange} />
        <Switch
          label={words.keys.createData.odata}
          text={words.keys.createData.odataText}
          checked={odata.field.value}
          onChange={odata.field.onChange}
        />
        <Switch
          label={words.keys.createData.any}
          text={words.keys.createData.anyText}
          checked={any.field.value}
          onChange={any.field.onChange}
        />
        <Switch
          label={text.changeAccount}
          text={text.changeAccountText}
          checked={changesAccount}
          onChange={setChangesAccount}
        />
        {changesAccount && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={words.keys.account}
              autoCapitalize="none"
              spellCheck={false}
              error={errors.user?.message}
              {...form.register("user", { value: row.user })}
            />
            <TextField
              label={words.keys.password}
              type="password"
              autoComplete="new-password"
              error={errors.pass?.message}
              {...form.register("pass", { value: "" })}
            />
          </div>
        )}
        {verdicts && <FileVerdicts verdicts={verdicts} />}
        {save.error && <Refusal error={save.error} brief={verdicts !== undefined} />}
      </form>
    </Dialog>
  );
}
