import { createContext, useContext } from "react";

/** Which server this is, as every page and every dangerous dialog says it. */
export interface ServerName {
  readonly nickname: string;
  readonly environmentTag: string | null;
  readonly environmentTagColor: string | null;
}

export const ServerNameContext = createContext<ServerName>({
  nickname: "Latchkey",
  environmentTag: null,
  environmentTagColor: null,
});

export function useServerName(): ServerName {
  return useContext(ServerNameContext);
}
