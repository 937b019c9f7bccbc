import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Page } from "#shared/contract/page.ts";
import { Cursor, Limit, Role, Timestamp } from "#shared/contract/scalars.ts";

const ShownRole = Role.describe(
  "Permissions of the person. Full administrators of FileMaker Server can do everything; a limited account has the role it was given, and a session opened with a key has the key's role.",
);

/** Session as shown to its owner. */
export const Session = z.object({
  id: z.string().describe("Id of the session, for lists and paths. Not a credential."),
  kind: z
    .enum(["browser", "command-line"])
    .describe("`browser`: a cookie. `command-line`: a bearer token from `/svc/wizard/{hash}`."),
  user: z.string().describe("Name of the Admin Console account; `one-time code` if there is none."),
  openedBy: z
    .string()
    .describe(
      "Credential of the sign-in, named as in the audit trail: `account:admin`, `admin-key:3` or `sign-in-code:1f3a9c20`.",
    ),
  role: ShownRole,
  createdAt: Timestamp.describe("Time of the sign-in."),
  lastUsedAt: Timestamp.describe("Time of the last use. Updated once a minute."),
  endsAt: Timestamp.describe("Expiry time, regardless of use."),
  idleSeconds: z.int().describe("The session expires earlier if it isn't used for this many seconds."),
  address: z.string().describe("Address of the sign-in."),
  userAgent: z.string().describe("Name that the browser or app gives itself."),
  current: z.boolean().describe("True if this call uses the session."),
});
export type Session = z.infer<typeof Session>;

const User = z.string().min(1).max(255).describe("Name of the Admin Console account.");
const Pass = z.string().max(1024).describe("Password of the account.");
const SessionId = z.string().min(1).max(64).describe("Id of the session, from the list of sessions.");

/** Value chosen by a command-line program. It identifies the sign-in, so it must be long and random. */
const Hash = z
  .string()
  .regex(/^[\w-]{16,128}$/, "must have 16 to 128 letters, digits, dashes and underscores")
  .describe("Value chosen by the command-line tool: 16 to 128 random letters, digits, dashes and underscores.");

const Ok = z.object({ ok: z.boolean().describe("Always true.") });

const sessionExample = {
  id: "5f1c3c0a9be04d7e8f2a61b0c4d93e77",
  kind: "browser",
  user: "admin",
  openedBy: "account:admin",
  role: "administrator",
  createdAt: "2026-11-20T09:15:02.114Z",
  lastUsedAt: "2026-11-20T09:21:40.020Z",
  endsAt: "2026-11-20T21:15:02.114Z",
  idleSeconds: 1800,
  address: "203.0.113.7",
  userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
  current: true,
} as const;
const hashExample = "q4Zx0Lr8Tn2VbY6mKc";

interface SignInInput {
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
  readonly key?: string | undefined;
  readonly code?: string | undefined;
}

/** Returns true if exactly one sign-in method is used. */
function isOneWay({ user, pass, key, code }: SignInInput): boolean {
  if (key === undefined && code === undefined) return user !== undefined && pass !== undefined;
  return !user && !pass && (key === undefined || code === undefined);
}

/** Returns the new session, and the key or code it was opened with. An account is recorded as the actor instead. */
function signInObjects({ id, openedBy }: Session): readonly string[] {
  return openedBy.startsWith("account:") ? [`session:${id}`] : [`session:${id}`, openedBy];
}

export const sessions = resource({
  listSessions: {
    method: "GET",
    path: "/svc/api/sessions",
    summary: "List the sessions of your account, newest first",
    description: "Keys and tokens have no account and therefore no sessions.",
    access: "admin",
    input: z.object({
      cursor: Cursor.optional().describe("Cursor from the previous page."),
      limit: Limit.optional().describe("Page size in sessions."),
    }),
    output: z.object({ sessions: z.array(Session).describe("One page of sessions."), cursor: Cursor.nullable() }),
    errors: [],
    example: { output: { sessions: [sessionExample], cursor: null } },
  },

  endOtherSessions: {
    method: "DELETE",
    path: "/svc/api/sessions",
    summary: "End all other sessions of your account",
    access: "admin",
    role: "viewer",
    input: z.object({}),
    output: z.object({ ended: z.array(z.string()).describe("Ids of the sessions that ended.") }),
    errors: ["cross_site_refused"],
    changes: (_input: unknown, output?: { readonly ended: readonly string[] }) =>
      output?.ended.map((id) => `session:${id}`),
    example: { output: { ended: ["0b7d2e51c6f84a90b3d5e8f71c2a4468"] } },
  },

  endSession: {
    method: "DELETE",
    path: "/svc/api/sessions/{id}",
    summary: "End a session of your account",
    access: "admin",
    role: "viewer",
    input: z.object({ id: SessionId }),
    output: Ok,
    errors: ["session_not_found", "cross_site_refused"],
    changes: ({ id }: { readonly id: string }) => `session:${id}`,
    example: { input: { id: sessionExample.id }, output: { ok: true } },
  },

  listSessionsOfOthers: {
    method: "GET",
    path: "/svc/api/sessions/others",
    summary: "List the sessions of all other accounts, grouped by account",
    description: "All sessions of an account are on the same page, newest first.",
    access: "admin",
    role: "administrator",
    input: z.object({
      cursor: Cursor.optional().describe("Cursor from the previous page."),
      limit: Limit.optional().describe("Page size in accounts. Default: 100."),
    }),
    output: z.object({
      sessions: z.array(Session).describe("Sessions of one page of accounts."),
      cursor: Cursor.nullable(),
    }),
    errors: [],
    example: {
      output: {
        sessions: [{ ...sessionExample, user: "second", openedBy: "account:second", current: false }],
        cursor: null,
      },
    },
  },

  endSessionsOfOthers: {
    method: "DELETE",
    path: "/svc/api/sessions/others",
    summary: "End all sessions of another account, or of all other accounts",
    description:
      "Anyone who still has the password or key can sign in again. To prevent that, change the password in FileMaker Server or delete the key.",
    access: "admin",
    role: "administrator",
    input: z.object({ user: User.optional().describe("Name of the account. Default: all other accounts.") }),
    output: z.object({ ended: z.array(z.string()).describe("Ids of the sessions that ended.") }),
    errors: ["session_not_found", "cross_site_refused"],
    changes: (_input: unknown, output?: { readonly ended: readonly string[] }) =>
      output?.ended.map((id) => `session:${id}`),
    example: { output: { ended: ["0b7d2e51c6f84a90b3d5e8f71c2a4468"] } },
  },
});

/** Signing in: the paths that callers without a session use. */
export const signIns = resource({
  signIn: {
    method: "POST",
    path: "/svc/api/session",
    summary: "Sign in with an Admin Console account, an Admin API key or a one-time code",
    description:
      "FileMaker Server checks the account. An Admin API key also opens a session while FileMaker Server is unavailable: the session uses the account stored with the key, and ends with the key. " +
      "So does a one-time code, created on the host with `npm run sign-in-code` or `latchkey-agent sign-in-code`: it has no account, so requests to FileMaker Server use the account of a stored Admin API key. The session is an HttpOnly cookie; scripts can't read it. " +
      "The browser's previous session ends.",
    access: "anyone",
    input: z
      .object({
        user: User.optional(),
        pass: Pass.optional(),
        key: z.string().min(1).max(100).optional().describe("An Admin API key, instead of account and password."),
        code: z.string().min(1).max(100).optional().describe("A one-time code, instead of account and password."),
      })
      .refine(isOneWay, { path: ["user"], message: "send `user` and `pass`, only `key`, or only `code`" }),
    output: z.object({ session: Session.describe("The new session.") }),
    errors: [
      "credentials_refused",
      "administrator_limited",
      "too_many_attempts",
      "cross_site_refused",
      "upstream_unreachable",
      "certificate_refused",
    ],
    changes: (_input: unknown, output?: { readonly session: Session }) => output && signInObjects(output.session),
    example: { input: { user: "admin", pass: "admin-pass" }, output: { session: sessionExample } },
  },

  getSession: {
    method: "GET",
    path: "/svc/api/session",
    summary: "Get the caller of this request",
    description: "Works with every management credential. `session` is null if the caller has no session.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      caller: z
        .object({
          kind: z.enum(["session", "admin-account", "admin-key", "admin-token"]).describe("Kind of credential."),
          name: z
            .string()
            .nullable()
            .describe("Name of the account, or id of the key; null for a token, whose owner is unknown."),
          role: ShownRole,
        })
        .describe("The caller."),
      session: Session.nullable().describe("The session of this call; null if there is none."),
    }),
    errors: [],
    example: {
      output: { caller: { kind: "session", name: "admin", role: "administrator" }, session: sessionExample },
    },
  },

  signOut: {
    method: "DELETE",
    path: "/svc/api/session",
    summary: "End the session of this call",
    access: "admin",
    role: "viewer",
    input: z.object({}),
    output: Ok.extend({ id: z.string().describe("Id of the session that ended.") }),
    errors: ["session_not_found", "cross_site_refused"],
    changes: (_input: unknown, output?: { readonly id: string }) => output && `session:${output.id}`,
    example: { output: { ok: true, id: sessionExample.id } },
  },

  collectHandOver: {
    method: "GET",
    path: "/svc/api/cli/checkHash/{hash}",
    summary: "Collect the token of a command-line sign-in",
    description:
      "A command-line tool generates `hash`, opens `/svc/wizard/{hash}` in a browser and polls here until the user has allowed it; until then the response is 404. " +
      "The token is returned once, to the tool that asked first. Tools should send the header `X-Program-Secret` with each request: at least 43 random characters, by which the tool is then recognized. Without it, address and `User-Agent` must stay the same. " +
      "While the page is open, `response.code` of the 404 response is the code that the page shows.",
    access: "anyone",
    holdsSecret: true,
    input: z.object({ hash: Hash }),
    output: z.object({
      token: z.string().describe("Bearer token for the management API, sent in `Authorization: Bearer`. A secret."),
      sessionId: z.string().describe("Id of the token's session."),
    }),
    errors: ["cli_sign_in_pending"],
    changes: (_input: unknown, output?: { readonly sessionId: string }) => output && `session:${output.sessionId}`,
    example: {
      input: { hash: hashExample },
      output: { token: `ls_${"0f3a".repeat(16)}`, sessionId: sessionExample.id },
    },
  },

  forgetHandOver: {
    method: "DELETE",
    path: "/svc/api/cli/checkHash/{hash}",
    summary: "Cancel a command-line sign-in",
    description: "A token that was already collected stays valid. Canceling an unknown sign-in isn't an error.",
    access: "anyone",
    input: z.object({ hash: Hash }),
    output: Ok,
    errors: [],
    changes: false,
    example: { input: { hash: hashExample }, output: { ok: true } },
  },

  showHandOver: {
    method: "GET",
    path: "/svc/wizard/{hash}",
    summary: "Show the approval page of a command-line sign-in",
    description: "Asks the user to sign in first. Shows which tool asks, its address, and a code to compare.",
    access: "own",
    holdsSecret: true,
    answers: "page",
    input: z.object({ hash: Hash }),
    output: Page,
    errors: [],
    example: { input: { hash: hashExample } },
  },

  answerHandOver: {
    method: "POST",
    path: "/svc/wizard/{hash}",
    summary: "Submit the approval page of a command-line sign-in",
    access: "own",
    holdsSecret: true,
    answers: "page",
    input: z.object({
      hash: Hash,
      action: z.enum(["sign-in", "allow", "refuse"]).describe("The button that the user pressed."),
      user: User.optional(),
      pass: Pass.optional(),
      code: z
        .string()
        .max(20)
        .optional()
        .describe("The code that the page showed, so that only this request is allowed."),
    }),
    output: Page,
    errors: [
      "credentials_refused",
      "administrator_limited",
      "too_many_attempts",
      "cross_site_refused",
      "cli_sign_in_gone",
    ],
    changes: ({ action }: { readonly action: string }) => `hand-over:${action}`,
    example: { input: { hash: hashExample, action: "allow", code: "KXQT-7R4M" } },
  },
});
