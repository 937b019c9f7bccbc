import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
} from "@tanstack/react-query";
import { call } from "./client.ts";
import { onReconnect } from "./connection.ts";
import type { Address, InputOf, OutputOf } from "./operations.ts";
import { Refused } from "./refused.ts";
import { noteSessionOver } from "./session-state.ts";

/** Reads that failed because FileMaker Server didn't respond. */
const withoutServer = new Set<string>();

/** Cache of everything that the pages have read. New data replaces old data in place; a failed refresh keeps the old data. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(thrown, { queryHash }) {
      noteRefusal(thrown);
      if (!(thrown instanceof Refused) || !thrown.isServerAway) return;
      withoutServer.add(queryHash);
      refreshServerState();
    },
    onSuccess(_, { queryHash }) {
      if (withoutServer.delete(queryHash)) refreshServerState();
    },
  }),
  mutationCache: new MutationCache({ onError: noteRefusal }),
  defaultOptions: {
    queries: { retry: mayHelp, staleTime: 10_000, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});

onReconnect(() => void queryClient.invalidateQueries());

/**
 * Returns the query options for an operation. The key is the address and the input, so that all places with the same input share one read.
 */
export function reading<A extends Address>(address: A, input: InputOf<A>) {
  return queryOptions({
    queryKey: [address, input],
    queryFn: ({ signal }): Promise<OutputOf<A>> => call(address, input, signal),
  });
}

/** Operations with pages, and the cursor of the next page. */
type PagedAddress = {
  [A in Address]: OutputOf<A> extends { readonly cursor: string | null } ? A : never;
}[Address];

/** Returns the query options for a list with pages. */
export function readingPages<A extends PagedAddress>(address: A, input: InputOf<A>) {
  return infiniteQueryOptions({
    queryKey: [address, "pages", input],
    queryFn: ({ pageParam: cursor, signal }): Promise<OutputOf<A>> =>
      call(address, cursor === "" ? input : { ...input, cursor }, signal),
    initialPageParam: "",
    getNextPageParam: ({ cursor }: { readonly cursor: string | null }) => cursor,
  });
}

/**
 * Returns the mutation options for a change, with the reads that are stale afterwards. `done` runs before components with these reads
 * render again.
 */
export function changing<A extends Address>(address: A, stale: readonly Address[], done?: () => void) {
  return {
    mutationFn: (input: InputOf<A>): Promise<OutputOf<A>> => call(address, input),
    onSuccess: async () => {
      done?.();
      await Promise.all(stale.map((read) => queryClient.invalidateQueries({ queryKey: [read] })));
    },
  } satisfies UseMutationOptions<OutputOf<A>, Error, InputOf<A>>;
}

const serverReads = ["GET /svc/api/info/server", "GET /svc/api/info"] as const satisfies readonly Address[];

/** Checks again whether FileMaker Server is running, after another answer has indicated a change. */
export function refreshServerState(): void {
  for (const read of serverReads) void queryClient.invalidateQueries({ queryKey: [read] });
}

/** Retries only if there was no answer or the server is busy; other refusals are final. */
function mayHelp(failures: number, thrown: unknown): boolean {
  return failures < 1 && thrown instanceof Refused && thrown.status >= 500;
}

/** Asks the user to sign in if a call was refused because the session is missing. Reads that aren't queries call this themselves. */
export function noteRefusal(thrown: unknown): void {
  if (thrown instanceof Refused && thrown.isSignedOut) noteSessionOver();
}
