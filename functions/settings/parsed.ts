import type * as z from "zod";
import { SettingRefused } from "./setting-refused.ts";

/** Checks variables against a settings schema. An empty variable counts as not set. @throws SettingRefused */
export function parsed<S extends z.ZodType>(
  schema: S,
  variables: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  // Runs once per process: compiling the schema would cost a cold start more than it saves.
  const outcome = schema.safeParse(given, { jitless: true });
  if (!outcome.success) {
    const [issue] = outcome.error.issues;
    throw new SettingRefused(`${String(issue?.path[0])} ${issue?.message ?? "is invalid"}.`);
  }
  return outcome.data;
}
