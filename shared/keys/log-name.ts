import { type KeyKind, withoutKeys } from "#shared/contract/values/api-key.ts";
import type { KeyName } from "#shared/contract/values/key-name.ts";

/** Returns the name of a key in logs. Key values in the label are masked. */
export function keyName(kind: KeyKind, { id, label }: { readonly id: number; readonly label: string | null }): KeyName {
  return { key: `${kind}-key:${id}`, label: label ? withoutKeys(label) : undefined };
}
