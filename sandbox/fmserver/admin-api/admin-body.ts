import type * as z from "zod";
import { FmError } from "../fm-error.ts";
import { badValue } from "../host/refusals.ts";
import { type AdminCall, adminBody } from "./admin-operation.ts";

/**
 * Returns the body's values in the required types. @throws FmError 1710 if the body isn't a JSON object, 1706 for an unknown name, 1707 for
 * a missing name, 1708 for an invalid value
 */
export function valuesIn<Shape extends z.ZodRawShape>(
  call: Pick<AdminCall, "body">,
  shape: z.ZodObject<Shape>,
): z.output<z.ZodObject<Shape>> {
  const body = adminBody(call);
  for (const name of Object.keys(body)) if (!Object.hasOwn(shape.shape, name)) throw unknownParameter(name);
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0] ?? "");
  throw body[name] === undefined ? missingParameter(name) : badValue();
}

/** Returns the error for a missing parameter. */
export function missingParameter(name: string): FmError {
  return new FmError("1707", { status: 400, text: `Required parameter wasn't specified in the request: ${name}` });
}

/** Returns the error for an unknown parameter. */
export function unknownParameter(name: string): FmError {
  return new FmError("1706", { status: 400, text: `Parameter isn't supported: ${name}` });
}
