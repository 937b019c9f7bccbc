import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query.ts";
import { noteSignedOut } from "../../api/session-state.ts";

/** Ends the session and clears the data that its pages have read, even if the service doesn't answer. */
export async function signOut(): Promise<void> {
  try {
    await call("DELETE /svc/api/session", {});
  } finally {
    noteSignedOut();
    queryClient.clear();
  }
}
