import type { ReactNode } from "react";
import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { TextField } from "../../../../ui/fields/field.tsx";
import type { Account } from "./file-operations.ts";

const text = deploymentFormMessages.files;

/** Account of the files. */
export function AccountFields({
  userLabel = text.user,
  passwordLabel = text.password,
  hint,
  account,
  isMissing = false,
  onChange,
}: {
  readonly userLabel?: string;
  readonly passwordLabel?: string;
  readonly hint?: ReactNode;
  readonly account: Account;
  readonly isMissing?: boolean;
  readonly onChange: (change: Partial<Account>) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={userLabel}
        hint={hint}
        error={isMissing ? text.needUser : undefined}
        value={account.user}
        onChange={({ target }) => onChange({ user: target.value })}
      />
      <TextField
        label={passwordLabel}
        type="password"
        autoComplete="off"
        value={account.password}
        onChange={({ target }) => onChange({ password: target.value })}
      />
    </div>
  );
}

/** Password of encrypted files. */
export function KeyField({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly onChange: (key: string) => void;
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="password"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
