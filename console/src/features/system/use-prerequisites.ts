import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { reading, refreshServerState } from "../../api/query.ts";
import { useMayCall } from "../../api/role.ts";

/**
 * Returns the problems that stop keys from working, checked every minute while visible. The check passes the user's account to the server,
 * so not every role can run it.
 */
export function usePrerequisites() {
  const mayLook = useMayCall()("POST /svc/api/prerequisites");
  const checks = useQuery({
    ...reading("POST /svc/api/prerequisites", {}),
    refetchInterval: 60_000,
    staleTime: 30_000,
    enabled: mayLook,
  });
  const { data } = checks;
  useEffect(() => {
    // The check has authenticated at the server, which then tells its name and version, and the states of its parts.
    if (data !== undefined) refreshServerState();
  }, [data]);
  return { ...checks, mayLook };
}
