import { type ReactNode, useState } from "react";
import { messages } from "../../messages/messages.ts";
import { TextField } from "../fields/field.tsx";
import { useServerName } from "../values/server-name.tsx";

/** True if the action is allowed, with the field for the name if it has to be typed. */
export interface TypedName {
  readonly mayGoOn: boolean;
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
  if (name === undefined || (reason === undefined && !isTagged)) return { mayGoOn: true, field: null };
  return {
    mayGoOn: typed.trim().toLowerCase() === name.toLowerCase(),
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
