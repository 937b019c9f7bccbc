import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "../classes.ts";

/** Labeled field for one value, linked to its hint and its error. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (ties: FieldTies) => ReactNode;
}) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const describedBy = classes(Boolean(hint) && hintId, error !== undefined && errorId);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({
        id,
        ...(describedBy !== "" && { "aria-describedby": describedBy }),
        ...(error !== undefined && { "aria-invalid": true as const }),
      })}
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

export interface FieldTies {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

export const inputClasses =
  "h-9 w-full min-w-0 rounded-md border border-line-strong bg-panel px-2.5 text-text focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60";

/** Labeled single-line text field. */
export function TextField({
  label,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<"input"> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ties) => <input {...ties} className={classes(inputClasses, className)} {...rest} />}
    </Field>
  );
}
