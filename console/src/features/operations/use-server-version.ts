import { useQuery } from "@tanstack/react-query";
import { reading } from "../../api/query.ts";

/** Returns the release of FileMaker Server. The service detects it in the background, after the first request for it. */
export function useServerVersion() {
  const information = useQuery({
    ...reading("GET /svc/api/info", {}),
    refetchInterval: ({ state }) => (state.data?.FileMakerServer.version.major === 0 ? 10_000 : false),
  });
  return information.data?.FileMakerServer.version;
}
