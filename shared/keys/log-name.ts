import { type KeyKind, withoutKeys } from "#shared/contract/values/api-key.ts";
import type { KeyName } from "#shared/contract/values/key-name.ts";

/** How the log names a key. Where the label holds a key's value, it is masked like any other. */
export function keyName(kind: KeyKind, { id, label }: { readonly id: number; readonly label: string | null }): KeyName {
  return { key: `${kind}-key:${id}`, label: label ? withoutKeys(label) : undefined };
}
