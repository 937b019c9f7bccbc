import { secretFieldNames } from "#shared/agent/protocol/tasks/task.ts";

/** Takes the secrets of a work out of everything that is written down or told. */
export type Redaction = (text: string) => string;

const isSecret = (name: string): boolean => (secretFieldNames as readonly string[]).includes(name);

/** Passwords, keys and tokens of these fields, at any depth, longest first: one may hold another. */
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
