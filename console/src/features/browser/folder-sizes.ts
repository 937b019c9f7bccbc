import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import type { OutputOf } from "../../api/operations.ts";
import { queryClient, reading } from "../../api/query.ts";

const address = "GET /svc/api/files/size";

export type FolderSize = OutputOf<typeof address> | "starting";

/** Returns the sizes of folders, which are calculated on request: the host reports its progress every few seconds. */
export function useFolderSizes() {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const answers = useQueries({
    queries: asked.map((path) => ({
      ...reading(address, { path, waitSeconds: 2 }),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }: { readonly state: { readonly data: OutputOf<typeof address> | undefined } }) =>
        state.data?.isComplete === false ? 500 : (false as const),
    })),
  });
  return {
    of(path: string): FolderSize | undefined {
      const answer = answers[asked.indexOf(path)];
      return answer === undefined || answer.isError ? undefined : (answer.data ?? "starting");
    },
    ask(path: string) {
      queryClient.removeQueries({ queryKey: [address, { path, waitSeconds: 2 }] });
      setAsked((before) => [...before.filter((each) => each !== path), path]);
    },
    stop(path: string) {
      setAsked((before) => before.filter((each) => each !== path));
      // The result is no longer needed. Without this call, the host would stop a minute later.
      void call("DELETE /svc/api/files/size", { path }).catch(() => undefined);
    },
  };
}
export type FolderSizes = ReturnType<typeof useFolderSizes>;
