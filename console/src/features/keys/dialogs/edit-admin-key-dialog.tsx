import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { AdminApiKey } from "#shared/keys/contract.ts";
import { changing } from "../../../api/query.ts";
import { roleRights } from "../../../messages/english/installation/roles.ts";
import { createAdminKeyMessages } from "../../../messages/english/keys/create-admin-key.ts";
import { keyEditMessages } from "../../../messages/english/keys/key-edit.ts";
import { messages } from "../../../messages/messages.ts";
import { roleOptions } from "../../../messages/role-options.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { type KeyValues, LabelField } from "./key-fields.tsx";

/** Form for the label and role of an Admin API key. */
export default function EditAdminKeyDialog({
  row,
  onClose,
}: {
  readonly row: AdminApiKey;
  readonly onClose: () => void;
}) {
  const form = useForm<KeyValues>({ defaultValues: { label: row.label ?? "" } });
  const [role, setRole] = useState(row.role);
  const save = useMutation(
    changing("PATCH /svc/api/admin-api-key/{key}", ["GET /svc/api/admin-api-key", "GET /svc/api/audit"]),
  );
  const submit = form.handleSubmit(({ label }) =>
    save.mutate(
      { key: String(row.id), label, ...(role !== row.role && { role }) },
      {
        onSuccess: () => {
          announce(keyEditMessages.data.saved);
          onClose();
        },
      },
    ),
  );
  return (
    <FormDialog
      title={keyEditMessages.data.title(row.label || messages.keys.noLabel)}
      text={keyEditMessages.admin.text}
      submit={keyEditMessages.data.submit}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <FormProvider {...form}>
        <LabelField />
        <SelectField
          label={createAdminKeyMessages.role}
          hint={roleRights[role]}
          value={role}
          options={roleOptions}
          onChange={setRole}
        />
      </FormProvider>
    </FormDialog>
  );
}
