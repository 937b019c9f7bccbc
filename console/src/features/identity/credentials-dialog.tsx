import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { IdentityCredentials, ServiceAccount } from "#shared/identity/contract.ts";
import { changing } from "../../api/query.ts";
import { identityMessages } from "../../messages/english/installation/identity.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { staleIdentity } from "./stale-identity.ts";

const text = identityMessages.dialog;

/** Form that accepts the service account's file as downloaded. */
export default function CredentialsDialog({
  before,
  onClose,
}: {
  readonly before: IdentityCredentials | undefined;
  readonly onClose: () => void;
}) {
  const [adminEmail, setAdminEmail] = useState(before?.adminEmail ?? "");
  const [file, setFile] = useState("");
  const [clientIds, setClientIds] = useState(before?.clientIds.join("\n") ?? "");
  const [nestedGroups, setNestedGroups] = useState(before?.nestedGroups ?? false);
  const [isSent, setIsSent] = useState(false);
  const save = useMutation(
    changing("POST /svc/api/google-auth/credentials", staleIdentity, () => announce(identityMessages.saved)),
  );
  const account = accountIn(file);
  const submit = () => {
    setIsSent(true);
    if (account === undefined || adminEmail.trim() === "") return;
    const ids = clientIds.split(/[\s,]+/).filter((id) => id !== "");
    const input = { adminEmail: adminEmail.trim(), serviceAccountJson: account, nestedGroups, clientIds: ids };
    save.mutate(input, { onSuccess: onClose });
  };
  return (
    <FormDialog
      wide
      title={text.title}
      text={text.text}
      submit={text.submit}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={text.adminEmail}
        type="email"
        autoComplete="off"
        hint={text.adminHint}
        error={isSent && adminEmail.trim() === "" ? text.needAdmin : undefined}
        value={adminEmail}
        onChange={({ target }) => setAdminEmail(target.value)}
      />
      <TextArea
        label={text.file}
        rows={6}
        hint={text.fileHint}
        error={isSent && account === undefined ? text.needFile : undefined}
        value={file}
        onChange={({ target }) => setFile(target.value)}
      />
      <TextArea
        label={text.clientIds}
        rows={2}
        hint={text.clientHint}
        value={clientIds}
        onChange={({ target }) => setClientIds(target.value)}
      />
      <Switch label={text.nested} checked={nestedGroups} onChange={setNestedGroups} />
    </FormDialog>
  );
}

/** Returns the account in the file; the service checks whether it is complete. */
function accountIn(file: string): ServiceAccount | undefined {
  try {
    const value: unknown = JSON.parse(file);
    return typeof value === "object" && value !== null && "private_key" in value
      ? (value as ServiceAccount)
      : undefined;
  } catch {
    return undefined; // The field shows the error.
  }
}
