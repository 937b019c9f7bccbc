import type { KeyKind } from "../contract/key-value.ts";
import type { SessionPool } from "../filemaker/session-pool.ts";
import type { Background } from "../ports/background.ts";
import type { KeyStore } from "./store.ts";

interface UnusedSessionsDependencies {
  readonly store: KeyStore;
  readonly kind: KeyKind;
  /** The pool that serves keys of this kind. */
  readonly sessions: SessionPool;
  readonly background: Background;
}

/**
 * Gives the sessions of an account that no key stands for any more back to FileMaker Server. In the background: a server that
 * does not answer is no reason to call a deletion failed.
 */
export function unusedSessions({ store, kind, sessions, background }: UnusedSessionsDependencies) {
  const end = async (credentialId: string): Promise<void> => {
    if ((await store.byCredential(kind, credentialId)).length === 0) await sessions.logout(credentialId);
  };
  return (credentialId: string): void => background.run("sessions that no key needs", end(credentialId));
}

export type EndUnusedSessions = ReturnType<typeof unusedSessions>;
