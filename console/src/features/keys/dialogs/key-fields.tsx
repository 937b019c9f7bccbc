import { useFormContext } from "react-hook-form";
import { messages } from "../../../messages/messages.ts";
import { TextField } from "../../../ui/fields/field.tsx";

/** Fields that all forms for keys share. The account fields are only shown on request. */
export interface KeyValues {
  readonly label: string;
  readonly user?: string;
  readonly pass?: string;
}

export function LabelField({ hint }: { readonly hint?: string }) {
  const { register, formState } = useFormContext<KeyValues>();
  return (
    <TextField
      label={messages.keys.label}
      hint={hint}
      maxLength={200}
      error={formState.errors.label?.message}
      {...register("label")}
    />
  );
}

/** Account of a key. `user` is the initial value. */
export function AccountFields({ hint, user = "" }: { readonly hint?: string; readonly user?: string }) {
  const { register, formState } = useFormContext<KeyValues>();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={messages.keys.account}
        hint={hint}
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.user?.message}
        {...register("user", { value: user })}
      />
      <TextField
        label={messages.keys.password}
        type="password"
        autoComplete="new-password"
        error={formState.errors.pass?.message}
        {...register("pass", { value: "" })}
      />
    </div>
  );
}
