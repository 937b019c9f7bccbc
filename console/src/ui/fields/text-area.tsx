import type { ComponentProps, ReactNode } from "react";
import { classes } from "../classes.ts";
import { Field, inputClasses } from "./field.tsx";

/** Labeled multi-line text field. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<"textarea"> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ties) => (
        <textarea
          {...ties}
          spellCheck={false}
          className={classes(inputClasses, "h-auto py-2 font-mono text-sm", className)}
          {...rest}
        />
      )}
    </Field>
  );
}
