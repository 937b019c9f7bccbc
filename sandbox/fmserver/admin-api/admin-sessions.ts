import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { TimeSource } from "../clock.ts";
import { FmError } from "../fm-error.ts";
import { type Lockout, lockout } from "../lockout.ts";
import type { AdminSettings } from "../world/schema/admin-schema.ts";

/** Signed-in administrator: an account, a public key, or a role by its number. */
export interface Administrator {
  readonly name: string;
  readonly roleId: string | undefined;
}

export interface AdminSession extends Administrator {
  readonly token: string;
  lastUsedAt: number;
}

/** Limited number of Admin API sessions. */
export interface AdminSessions {
  readonly lockout: Lockout;
  /** @throws FmError 956 if too many sessions are open. */
  open(who: Administrator): AdminSession;
  /** Returns the active session of a token and restarts its idle time. */
  use(token: string): AdminSession | undefined;
  close(session: AdminSession): void;
  count(): number;
}

export function adminSessions(settings: AdminSettings, clock: TimeSource): AdminSessions {
  const sessions = new Map<string, AdminSession>();
  const secret = randomBytes(32);
  const sweep = (): void => {
    const oldest = clock.now() - settings.idleMinutes * 60_000;
    for (const session of sessions.values()) if (session.lastUsedAt <= oldest) sessions.delete(session.token);
  };
  return {
    lockout: lockout(settings.lockout, clock),
    open(who) {
      sweep();
      if (sessions.size >= settings.maxSessions) throw tooManySessions();
      const session = { ...who, token: newToken(secret, clock.now()), lastUsedAt: clock.now() };
      sessions.set(session.token, session);
      return session;
    },
    use(token) {
      sweep();
      const session = sessions.get(token);
      if (session !== undefined) session.lastUsedAt = clock.now();
      return session;
    },
    close(session) {
      sessions.delete(session.token);
    },
    count() {
      sweep();
      return sessions.size;
    },
  };
}

/** Returns the error for too many sessions. */
export function tooManySessions(): FmError {
  return new FmError("956", { text: "Maximum number of Admin API sessions exceeded" });
}

/** Returns an HS256 JWT of `{sid, iat}`. */
function newToken(secret: Buffer, now: number): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sid: randomUUID(), iat: Math.floor(now / 1000) })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
