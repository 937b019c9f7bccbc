import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";

/** Returns a form resolver that validates with a schema and shows the first error of each field. */
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
