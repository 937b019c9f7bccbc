import { ServiceError } from "../errors.ts";
import { masked, secretNames, withoutSecrets } from "./release-shapes.ts";

/** Secret and its location. */
interface Secret {
  readonly path: string;
  /** Use of the secret. It is kept only for the same use. */
  readonly purpose: string;
  readonly value: string;
  readonly mask: string;
}

/** Fields that identify the owner of a secret in the same object. For fields that are secrets, their masks are compared. */
const ownerNames = ["type", "fileName", "filename", "name", "user", "url", "webhookUrl"] as const;

/**
 * Replaces the masks in a request with the secrets of the previous request. Rejects a mask if its server, account or file differs.
 * @throws ServiceError secret_masked
 */
export function withKeptSecrets<T>(request: T, before: unknown): T {
  const kept: Secret[] = [];
  mapSecrets(before, (secret) => {
    kept.push(secret);
    return secret.value;
  });
  return mapSecrets(request, (given) => {
    if (!isMask(given.value)) return given.value;
    const fitting = kept.filter(({ purpose, mask }) => purpose === given.purpose && mask === given.value);
    const [first] = fitting;
    const same = fitting.find(({ path }) => path === given.path);
    // If several match, use the one at the same path, or any if all have the same value.
    const found = same ?? (fitting.every(({ value }) => value === first?.value) ? first : undefined);
    if (found === undefined) throw new ServiceError("secret_masked", { text: `\`${given.path}\`` });
    return found.value;
  }) as T;
}

/** Rejects masks in a request that has no previous one. @throws ServiceError secret_masked */
export function refuseMasks(request: unknown): void {
  withKeptSecrets(request, undefined);
}

type Replace = (secret: Secret) => string;

function mapSecrets(value: unknown, replace: Replace, path: readonly string[] = [], server = ""): unknown {
  if (Array.isArray(value))
    return value.map((inner, index) => mapSecrets(inner, replace, [...path, `${index}`], server));
  if (typeof value !== "object" || value === null) return value;
  const shown = withoutSecrets(value) as Readonly<Record<string, unknown>>;
  // The credential of a server is one level below its URL.
  const address = String(shown.serverUrl ?? server);
  const owner = ownerNames.map((name) => shown[name] ?? null);
  const secretAt = (names: readonly string[], text: string, mask: unknown): string =>
    replace({
      path: [...path, ...names].join("."),
      purpose: JSON.stringify([names, address, owner]),
      value: text,
      mask: String(mask),
    });
  const fields = Object.entries(value).map(([name, inner]) => {
    if (!secretNames.has(name)) return [name, mapSecrets(inner, replace, [...path, name], address)];
    if (typeof inner === "string") return [name, secretAt([name], inner, shown[name])];
    if (typeof inner !== "object" || inner === null) return [name, inner];
    const each = Object.entries(inner).map(([key, text]) => [
      key,
      typeof text === "string" ? secretAt([name, key], text, masked) : text,
    ]);
    return [name, Object.fromEntries(each)];
  });
  return Object.fromEntries(fields);
}

function isMask(text: string): boolean {
  if (text === masked || text.endsWith(`/${masked}`)) return true;
  // Responses also shorten URLs with an ellipsis. In a real URL it would be encoded.
  return /^https?:/i.test(text) && text.includes("…");
}
