import type * as z from "zod";
import { FmError } from "../fm-error.ts";
import { badValue } from "../host/refusals.ts";
import { type AdminCall, adminBody } from "./admin-operation.ts";

/**
 * The body's values, each in the form that is asked for. @throws FmError 1710 for no JSON object, 1706 for a name that is not known,
 * 1707 for one that is missing, 1708 for a value that does not fit
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

/** A parameter that is needed and not there. */
export function missingParameter(name: string): FmError {
  return new FmError("1707", { status: 400, text: `Required parameter wasn't specified in the request: ${name}` });
}

/** A parameter that the endpoint does not have. */
export function unknownParameter(name: string): FmError {
  return new FmError("1706", { status: 400, text: `Parameter isn't supported: ${name}` });
}
