import { createContext, useContext } from "react";

/** Which server this is, as every page and every dangerous dialog says it. */
export interface ServerName {
  readonly nickname: string;
  readonly environmentTag: string | null;
  readonly environmentTagColor: string | null;
  /** Whether its menu is plain, in place of the server's colour. */
  readonly hasPlainMenu: boolean;
  /** True if the service's own sandbox plays FileMaker Server. */
  readonly isDemo: boolean;
}

export const ServerNameContext = createContext<ServerName>({
  nickname: "Latchkey",
  environmentTag: null,
  environmentTagColor: null,
  hasPlainMenu: false,
  isDemo: false,
});

export function useServerName(): ServerName {
  return useContext(ServerNameContext);
}
