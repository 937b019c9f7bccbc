import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { Role } from "#shared/contract/roles.ts";
import { keys } from "#shared/keys/contract.ts";
import { configuration, serviceOrigin } from "../../../api/configuration.ts";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { roleRights } from "../../../messages/english/installation/roles.ts";
import { createAdminKeyMessages } from "../../../messages/english/keys/create-admin-key.ts";
import { createDataKeyMessages } from "../../../messages/english/keys/create-data-key.ts";
import { roleOptions } from "../../../messages/role-options.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { schemaResolver } from "../../../ui/fields/schema-resolver.ts";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { readyAdminRequests } from "../ready-requests.ts";
import { AccountFields, type KeyValues, LabelField } from "./key-fields.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

const text = createAdminKeyMessages;
const address = "POST /svc/api/admin-api-key";
type Values = Required<KeyValues> & { readonly role: Role };
const resolver = schemaResolver<Values>(keys.createAdminApiKey.input, { user: createDataKeyMessages.needAccount });

/** Form for a new Admin API key, with a warning that the key has full access. */
export default function CreateAdminKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [value, setValue] = useState<string>();
  const form = useForm<Values>({ resolver, defaultValues: { label: "", user: "", pass: "", role: "administrator" } });
  const role = form.watch("role");
  const create = useMutation(
    changing(address, ["GET /svc/api/admin-api-key", "GET /svc/api/audit", "GET /svc/api/info"]),
  );
  const submit = form.handleSubmit((values) =>
    create.mutate(values, {
      onSuccess: ({ key }) => {
        setValue(key);
        create.reset();
        form.reset();
      },
      onError: () => form.setFocus("pass"),
    }),
  );

  if (value !== undefined) {
    const requests = readyAdminRequests({ origin: serviceOrigin(), prefix: configuration().prefix, key: value });
    return <NewKeyDialog value={value} requests={requests} kinds={["curl", "typescript"]} onClose={onClose} />;
  }
  return (
    <FormDialog
      needs={address}
      title={text.title}
      submit={text.submit}
      isBusy={create.isPending}
      error={create.error}
      curl={() => pageCall(address, form.getValues())}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p className="flex items-start gap-2 rounded-md bg-warn-surface p-3 text-sm text-warn">
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        {text.warning}
      </p>
      <FormProvider {...form}>
        <LabelField hint={createDataKeyMessages.labelHint} />
        <SelectField
          label={text.role}
          hint={roleRights[role]}
          value={role}
          options={roleOptions}
          onChange={(chosen) => form.setValue("role", chosen)}
        />
        <AccountFields hint={text.accountHint} />
      </FormProvider>
    </FormDialog>
  );
}
