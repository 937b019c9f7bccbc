import { ottoMessages as text } from "../../messages/english/installation/otto.ts";
import { TextField } from "../../ui/fields/field.tsx";
import { accountsOf, type OttoItem, type Secrets, secretField } from "./otto-calls.ts";

/** Fields for the secrets that an OttoFMS doesn't return: each once. */
export function OttoSecrets({
  items,
  typed,
  onType,
}: {
  readonly items: readonly OttoItem[];
  readonly typed: Secrets;
  readonly onType: (field: string, value: string) => void;
}) {
  const adminKeys = items.filter(({ secret }) => secret?.kind === "console-account").length;
  const field = (name: string, label: string, hint: string, type = "password") => (
    <TextField
      key={name}
      label={label}
      hint={hint}
      type={type}
      autoComplete="off"
      value={typed[name] ?? ""}
      onChange={({ target }) => onType(name, target.value)}
    />
  );
  return (
    <section className="flex max-w-2xl flex-col gap-4">
      <div>
        <h3 className="font-medium">{text.secrets}</h3>
        <p className="text-muted text-sm">{text.secretsText}</p>
      </div>
      {accountsOf(items).map(({ user, keys, files }) =>
        field(secretField.fileAccount(user), text.password(user), text.opens(keys, files.join(", "))),
      )}
      {adminKeys > 0 && field(secretField.consoleUser, text.consoleUser, text.consoleUserHint(adminKeys), "text")}
      {adminKeys > 0 && field(secretField.consolePass, text.consolePassword, text.consoleUserHint(adminKeys))}
      {items.map(({ name, secret }) =>
        secret?.kind === "store"
          ? field(secretField.store(name), text.storeSecret(name), text.storeSecretHint(secret.name))
          : null,
      )}
    </section>
  );
}
