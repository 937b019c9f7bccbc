import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { classes } from "../../../ui/classes.ts";
import { Field, inputClasses } from "../../../ui/fields/field.tsx";
import type { DeploymentRequest } from "./request.ts";
import { mask, pastedRequest } from "./request-rules.ts";

const text = deploymentFormMessages.json;

/** Deployment as JSON, instead of the form: for exported deployments, and for fields that the form doesn't have. */
export function JsonField({
  value,
  mayHaveMasks,
  onChange,
}: {
  readonly value: string;
  /** True if masks represent secrets that the service knows. */
  readonly mayHaveMasks: boolean;
  readonly onChange: (value: string) => void;
}) {
  const read = readJson(value, mayHaveMasks);
  return (
    <Field label={text.label} hint={text.hint} error={value !== "" && "error" in read ? read.error : undefined}>
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

/** Returns the request in the JSON text, or an error. */
export function readJson(
  value: string,
  mayHaveMasks: boolean,
): { readonly request: DeploymentRequest } | { readonly error: string } {
  if (!mayHaveMasks && value.includes(mask)) return { error: text.masked };
  try {
    return { request: pastedRequest(value) };
  } catch (thrown) {
    return { error: text.refused(thrown instanceof Error ? thrown.message : String(thrown)) };
  }
}
