import { secretFieldNames } from "#shared/agent/protocol/tasks/task.ts";

/** Removes a task's secrets from everything that is stored or reported. */
export type Redaction = (text: string) => string;

const isSecret = (name: string): boolean => (secretFieldNames as readonly string[]).includes(name);

/** Returns a redaction of passwords, keys and tokens in these fields, at any depth, longest first: one may contain another. */
export function redactionOf(fields: unknown): Redaction {
  const secrets = [...new Set(secretsIn(fields))].sort((one, other) => other.length - one.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}

function secretsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" ? (isSecret(name) && inner !== "" ? [inner] : []) : secretsIn(inner),
  );
}
