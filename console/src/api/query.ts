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

/** Reads that failed because FileMaker Server did not answer. */
const withoutServer = new Set<string>();

/** What the pages have read. New data replaces old in place; a failed refresh leaves what was there. */
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

/** How a page reads an operation. The key is the address and the input, so that one read serves every place that asks. */
export function reading<A extends Address>(address: A, input: InputOf<A>) {
  return queryOptions({
    queryKey: [address, input],
    queryFn: ({ signal }): Promise<OutputOf<A>> => call(address, input, signal),
  });
}

/** Operations that answer a page, and where the next one begins. */
type PagedAddress = {
  [A in Address]: OutputOf<A> extends { readonly cursor: string | null } ? A : never;
}[Address];

/** The same for a list that is read page by page. */
export function readingPages<A extends PagedAddress>(address: A, input: InputOf<A>) {
  return infiniteQueryOptions({
    queryKey: [address, "pages", input],
    queryFn: ({ pageParam: cursor, signal }): Promise<OutputOf<A>> =>
      call(address, cursor === "" ? input : { ...input, cursor }, signal),
    initialPageParam: "",
    getNextPageParam: ({ cursor }: { readonly cursor: string | null }) => cursor,
  });
}

/** How a page changes something, and which reads are stale afterwards. `done` runs before the components that show them render again. */
export function changing<A extends Address>(address: A, stale: readonly Address[], done?: () => void) {
  return {
    mutationFn: (input: InputOf<A>): Promise<OutputOf<A>> => call(address, input),
    onSuccess: async () => {
      done?.();
      await Promise.all(stale.map((read) => queryClient.invalidateQueries({ queryKey: [read] })));
    },
  } satisfies UseMutationOptions<OutputOf<A>, Error, InputOf<A>>;
}

/** Asks again whether FileMaker Server runs: something has just said that it does, or that it does not. */
export function refreshServerState(): void {
  void queryClient.invalidateQueries({ queryKey: ["GET /svc/api/info" satisfies Address] });
}

/** Once more helps where nothing was answered or the server is busy; a refusal stays a refusal. */
function mayHelp(failures: number, thrown: unknown): boolean {
  return failures < 1 && thrown instanceof Refused && thrown.status >= 500;
}

/** A user who is refused because the session is missing is asked to sign in. Reads that are no queries report that themselves. */
export function noteRefusal(thrown: unknown): void {
  if (thrown instanceof Refused && thrown.isSignedOut) noteSessionOver();
}
