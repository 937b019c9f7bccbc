import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query.ts";
import { noteSignedOut } from "../../api/session-state.ts";

/** Ends the session, and forgets what its pages have read; where the service does not answer, here all the same. */
export async function signOut(): Promise<void> {
  try {
    await call("DELETE /svc/api/session", {});
  } finally {
    noteSignedOut();
    queryClient.clear();
  }
}
