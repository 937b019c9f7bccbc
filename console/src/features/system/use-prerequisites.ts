import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { reading, refreshServerState } from "../../api/query.ts";
import { useMayCall } from "../../api/role.ts";

/** What prevents keys from working, read again every minute while it is visible. Looking shows the account to the server, which not every role may. */
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
    // The look has shown the user's account to the server, which says its name and version to such ones, and how its parts are.
    if (data !== undefined) refreshServerState();
  }, [data]);
  return { ...checks, mayLook };
}
