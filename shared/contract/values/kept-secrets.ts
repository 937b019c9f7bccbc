import { ServiceError } from "../errors.ts";
import { masked, secretNames, withoutSecrets } from "./release-shapes.ts";

/** A secret where it stands. */
interface Secret {
  readonly path: string;
  /** What it is for: only for the same is it kept. */
  readonly purpose: string;
  readonly value: string;
  readonly mask: string;
}

/** Fields beside a secret that say whose it is. Those that are secrets themselves count by their masks, which name the server. */
const ownerNames = ["type", "fileName", "filename", "name", "user", "url", "webhookUrl"] as const;

/**
 * A request whose masks are replaced by the secrets of the one before. A secret stays with what it is for: a mask beside another
 * server, account or file stands for nothing. @throws ServiceError secret_masked
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
    // Of several, the one of the same place; another one only where there is no question which.
    const found = same ?? (fitting.every(({ value }) => value === first?.value) ? first : undefined);
    if (found === undefined) throw new ServiceError("secret_masked", { text: `\`${given.path}\`` });
    return found.value;
  }) as T;
}

/** For requests with nothing before them that a mask could stand for. @throws ServiceError secret_masked */
export function refuseMasks(request: unknown): void {
  withKeptSecrets(request, undefined);
}

type Replace = (secret: Secret) => string;

function mapSecrets(value: unknown, replace: Replace, path: readonly string[] = [], server = ""): unknown {
  if (Array.isArray(value))
    return value.map((inner, index) => mapSecrets(inner, replace, [...path, `${index}`], server));
  if (typeof value !== "object" || value === null) return value;
  const shown = withoutSecrets(value) as Readonly<Record<string, unknown>>;
  // The credential of a server lies one level below its address.
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
  // Answers shorten addresses by an ellipsis too. In an address it would stand encoded.
  return /^https?:/i.test(text) && text.includes("…");
}
