import { type ReactNode, useState } from "react";
import { messages } from "../../messages/messages.ts";
import { TextField } from "../fields/field.tsx";
import { useServerName } from "../values/server-name.tsx";

/** Whether one may go on, and the field that asks for the name where it has to be typed. */
export interface TypedName {
  readonly mayGoOn: boolean;
  readonly field: ReactNode;
}

/** On a server that is marked as production, a name is typed before anything happens to what has it. Without a name nothing is asked. */
export function useTypedName(name: string | undefined): TypedName {
  const { environmentTag } = useServerName();
  const [typed, setTyped] = useState("");
  if (name === undefined || !isProduction(environmentTag)) return { mayGoOn: true, field: null };
  return {
    mayGoOn: typed.trim().toLowerCase() === name.toLowerCase(),
    field: (
      <TextField
        label={messages.dialog.typeName(name)}
        hint={messages.dialog.typeHint(environmentTag)}
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
