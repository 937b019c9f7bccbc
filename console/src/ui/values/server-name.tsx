import { createContext, useContext } from "react";

/** Name and labels of this server, shown on all pages and in all dangerous dialogs. */
export interface ServerName {
  readonly nickname: string;
  readonly environmentTag: string | null;
  readonly environmentTagColor: string | null;
  /** True if its menu is plain instead of in the server's color. */
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
