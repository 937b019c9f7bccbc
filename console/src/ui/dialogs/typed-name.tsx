import { type ReactNode, useState } from "react";
import { messages } from "../../messages/messages.ts";
import { TextField } from "../fields/field.tsx";
import { useServerName } from "../values/server-name.tsx";

/** State of a name that must be typed, and its field. */
export interface TypedName {
  /** True if the name is typed, or not required. */
  readonly canSubmit: boolean;
  readonly field: ReactNode;
}

/**
 * Requires users to type a name before an action on a production server, or on every server if there is a reason. Without a name, nothing is
 * required.
 */
export function useTypedName(name: string | undefined, reason?: string): TypedName {
  const { environmentTag } = useServerName();
  const [typed, setTyped] = useState("");
  const isTagged = isProduction(environmentTag);
  if (name === undefined || (reason === undefined && !isTagged)) return { canSubmit: true, field: null };
  return {
    canSubmit: typed.trim().toLowerCase() === name.toLowerCase(),
    field: (
      <TextField
        label={messages.dialog.typeName(name)}
        hint={reason ?? messages.dialog.typeHint(environmentTag ?? "")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    ),
  };
}

function isProduction(tag: string | null): tag is string {
  return tag !== null && /^prod/i.test(tag);
}
