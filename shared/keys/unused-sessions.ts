import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { KeyStore } from "./store.ts";

interface UnusedSessionsDependencies {
  readonly store: KeyStore;
  readonly kind: KeyKind;
  /** Pool that serves keys of this kind. */
  readonly sessions: SessionPool;
  readonly background: BackgroundTasks;
}

/**
 * Ends the FileMaker Server sessions of an account that no key uses anymore. Runs in the background, because a server that doesn't respond
 * must not make a deletion fail.
 */
export function unusedSessions({ store, kind, sessions, background }: UnusedSessionsDependencies) {
  const end = async (credentialId: string): Promise<void> => {
    if ((await store.byCredential(kind, credentialId)).length === 0) await sessions.logout(credentialId);
  };
  return (credentialId: string): void => background.waitUntil("unused sessions of a key", end(credentialId));
}

export type EndUnusedSessions = ReturnType<typeof unusedSessions>;
