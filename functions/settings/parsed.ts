import type * as z from "zod";
import { SettingRefused } from "./setting-refused.ts";

/** Checks variables against a schema of settings. An empty variable counts as not set. @throws SettingRefused */
export function parsed<S extends z.ZodType>(
  schema: S,
  variables: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  // Read once in a process: code made for it would cost a cold start more than it gives back.
  const outcome = schema.safeParse(given, { jitless: true });
  if (!outcome.success) {
    const [issue] = outcome.error.issues;
    throw new SettingRefused(`${String(issue?.path[0])} ${issue?.message ?? "is wrong"}.`);
  }
  return outcome.data;
}
