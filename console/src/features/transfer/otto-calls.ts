import { call } from "../../api/client.ts";
import type { Address, InputOf, OutputOf } from "../../api/operations.ts";

export type Found = OutputOf<"POST /svc/api/transfer/otto/preview">;
export type OttoItem = Found["items"][number];

/** Typed secrets by field. */
export type Secrets = Readonly<Record<string, string>>;

/** Names of the fields of a secret, in the form. */
export const secretField = {
  fileAccount: (user: string) => `account ${user}`,
  consoleUser: "console user",
  consolePass: "console pass",
  store: (location: string) => `store ${location}`,
};

/** Returns the secret of an item as fields of its first call. Undefined if it isn't typed. */
export function secretOf({ name, secret }: OttoItem, typed: Secrets): Readonly<Record<string, string>> | undefined {
  if (secret === null) return {};
  const { kind } = secret;
  const value = (field: string) => typed[field] ?? "";
  if (kind === "file-account") return filled({ pass: value(secretField.fileAccount(secret.name)) });
  if (kind === "store") return filled({ secret_access_key: value(secretField.store(name)) });
  return filled({ user: value(secretField.consoleUser), pass: value(secretField.consolePass) });
}

function filled(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.values(fields).includes("") ? undefined : fields;
}

/** Files of a new key, each with the reason if its stored account doesn't open it. */
type Checked = OutputOf<"POST /svc/api/api-key/{key}/test">["files"];

/** Makes the calls of an item, as the service described them. Then tests a Data API key as its clients will use it. @throws Refused */
export async function create(
  { kind, calls }: OttoItem,
  secret: Readonly<Record<string, string>>,
): Promise<Checked | undefined> {
  let id: number | undefined;
  for (const [index, { operation, input }] of calls.entries()) {
    const fields = { ...input, ...(index === 0 && secret) };
    const output = await call(operation as Address, fields as unknown as InputOf<Address>);
    id = (output as { readonly id?: number }).id;
  }
  if (kind !== "data-key" || id === undefined) return undefined;
  return (await call("POST /svc/api/api-key/{key}/test", { key: String(id) })).files;
}

/** Account of keys, with everything that it must open. */
export interface OttoAccount {
  readonly user: string;
  readonly keys: number;
  readonly files: readonly string[];
  readonly isDataApi: boolean;
  readonly isOData: boolean;
}

export function accountsOf(items: readonly OttoItem[]): readonly OttoAccount[] {
  const keys = items.filter(({ secret }) => secret?.kind === "file-account");
  return [...Map.groupBy(keys, ({ secret }) => secret?.name ?? "")].map(([user, ofUser]) => ({
    user,
    keys: ofUser.length,
    files: [...new Set(ofUser.flatMap(({ secret }) => secret?.files ?? []))],
    isDataApi: ofUser.some(({ calls }) => calls[0]?.input.isDataApi === true),
    isOData: ofUser.some(({ calls }) => calls[0]?.input.isOData === true),
  }));
}
