import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { keys } from "#shared/keys/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { createDataKeyMessages } from "../../../messages/english/keys/create-data-key.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { schemaResolver } from "../../../ui/fields/schema-resolver.ts";
import { type DataKeyValues, FilesField, ReachFields } from "./data-key-fields.tsx";
import { DataKeyRefusal } from "./data-key-refusal.tsx";
import { AccountFields, LabelField } from "./key-fields.tsx";
import { type MadeDataKey, NewDataKey } from "./new-data-key.tsx";

const text = createDataKeyMessages;
const address = "POST /svc/api/api-key";
type Values = Required<DataKeyValues>;

const resolver = schemaResolver<Values>(keys.createDataApiKey.input, {
  databases: text.chooseFile,
  user: text.needAccount,
  isDataApi: text.serves,
});

/** Form for a new Data API key. If the service refuses, all fields keep their values, and the failed file is named. */
export default function CreateDataKeyDialog({
  label = "",
  files = [],
  isOData = false,
  onClose,
}: {
  readonly label?: string;
  readonly files?: readonly string[];
  readonly isOData?: boolean;
  readonly onClose: () => void;
}) {
  const [made, setMade] = useState<MadeDataKey>();
  const form = useForm<Values>({
    resolver,
    defaultValues: {
      label,
      databases: files,
      user: "",
      pass: "",
      isDataApi: true,
      isOData,
      allowAnyDatabase: false,
    },
  });
  const create = useMutation(changing(address, ["GET /svc/api/api-key", "GET /svc/api/audit"]));
  const submit = form.handleSubmit((values) =>
    create.mutate(inputOf(values), {
      onSuccess: ({ key, files: opened }) => {
        setMade({ key, files: opened, isDataApi: values.isDataApi, isOData: values.isOData });
        create.reset();
        form.reset();
      },
      onError: ({ message }) => {
        if (message.includes("wrong account or password")) form.setFocus("pass");
      },
    }),
  );

  if (made !== undefined) return <NewDataKey made={made} onClose={onClose} />;
  return (
    <FormDialog
      needs={address}
      title={text.title}
      text={text.text}
      submit={text.submit}
      isBusy={create.isPending}
      curl={() => pageCall(address, inputOf(form.getValues()))}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <FormProvider {...form}>
        <LabelField hint={text.labelHint} />
        <FilesField />
        <AccountFields hint={text.accountHint} />
        <ReachFields />
      </FormProvider>
      {create.error && <DataKeyRefusal error={create.error} />}
    </FormDialog>
  );
}

function inputOf(values: Values) {
  return { ...values, databases: [...values.databases] };
}
