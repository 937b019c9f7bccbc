import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";

/** Lets a form be checked by a schema: the first sentence of each field, where the field has one of its own. */
export function schemaResolver<Values extends FieldValues>(
  schema: z.ZodType,
  sentences: Readonly<Partial<Record<keyof Values & string, string>>>,
): Resolver<Values> {
  return (values) => {
    const outcome = schema.safeParse(values);
    if (outcome.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message, code } of outcome.error.issues) {
      const field = String(path[0] ?? "root");
      errors[field] ??= { type: code ?? "custom", message: sentences[field] ?? message };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
