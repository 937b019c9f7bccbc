import { deploymentFormMessages } from "../../../messages/deployment-form.ts";
import { classes } from "../../../ui/classes.ts";
import { Field, inputClasses } from "../../../ui/fields/field.tsx";
import { type DeploymentRequest, mask, pastedRequest } from "./draft.ts";

const text = deploymentFormMessages.json;

/** A deployment as JSON, in place of the form: one that was exported, or that has what the form does not ask for. */
export function JsonField({
  value,
  isNeeded = false,
  onChange,
}: {
  readonly value: string;
  /** Whether going on was tried without it. */
  readonly isNeeded?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const read = readJson(value);
  return (
    <Field
      label={text.label}
      hint={text.hint}
      error={(isNeeded || value !== "") && "error" in read ? read.error : undefined}
    >
      {(ties) => (
        <textarea
          {...ties}
          rows={18}
          spellCheck={false}
          className={classes(inputClasses, "h-auto py-2 font-mono text-sm")}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** The request that JSON stands for, or what is wrong with it. */
export function readJson(value: string): { readonly request: DeploymentRequest } | { readonly error: string } {
  // It stands where a secret was left out, and is none.
  if (value.includes(mask)) return { error: text.masked };
  try {
    return { request: pastedRequest(value) };
  } catch (thrown) {
    return { error: text.refused(thrown instanceof Error ? thrown.message : String(thrown)) };
  }
}
