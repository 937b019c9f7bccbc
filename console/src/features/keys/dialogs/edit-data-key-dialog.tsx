import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { type DataApiKey, keys } from "#shared/keys/contract.ts";
import { changing } from "../../../api/query.ts";
import { createDataKeyMessages } from "../../../messages/english/keys/create-data-key.ts";
import { keyEditMessages } from "../../../messages/english/keys/key-edit.ts";
import { messages } from "../../../messages/messages.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { schemaResolver } from "../../../ui/fields/schema-resolver.ts";
import { Switch } from "../../../ui/fields/switch.tsx";
import { isFailing } from "../key-chips.ts";
import { type DataKeyValues, FilesField, ReachFields } from "./data-key-fields.tsx";
import { DataKeyRefusal } from "./data-key-refusal.tsx";
import { AccountFields, LabelField } from "./key-fields.tsx";

const text = keyEditMessages.data;
const { chooseFile, needAccount, serves } = createDataKeyMessages;
const resolver = schemaResolver<DataKeyValues>(
  keys.updateDataApiKey.input
    .omit({ key: true })
    .refine(({ isDataApi, isOData }) => isDataApi || isOData, { path: ["isDataApi"] }),
  { databases: chooseFile, user: needAccount, isDataApi: serves },
);

/** Form for the access of a Data API key. The account only changes on request, which requires its password. */
export default function EditDataKeyDialog({
  row,
  onClose,
}: {
  readonly row: DataApiKey;
  readonly onClose: () => void;
}) {
  const [changesAccount, setChangesAccount] = useState(isFailing(row));
  const form = useForm<DataKeyValues>({
    resolver,
    shouldUnregister: true,
    defaultValues: {
      label: row.label ?? "",
      databases: row.databases,
      isDataApi: row.is_data_api,
      isOData: row.is_odata,
      allowAnyDatabase: row.allow_any_database,
    },
  });
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

  return (
    <FormDialog
      title={text.title(row.label || messages.keys.noLabel)}
      text={text.text}
      submit={text.submit}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <FormProvider {...form}>
        <LabelField />
        <FilesField />
        <ReachFields />
        <Switch
          label={text.changeAccount}
          text={text.changeAccountText}
          checked={changesAccount}
          onChange={setChangesAccount}
        />
        {changesAccount && <AccountFields user={row.user} />}
      </FormProvider>
      {save.error && <DataKeyRefusal error={save.error} />}
    </FormDialog>
  );
}
