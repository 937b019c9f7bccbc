import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Page } from "#shared/contract/page.ts";
import { Cursor, Limit, Role, Timestamp } from "#shared/contract/scalars.ts";

const ShownRole = Role.describe(
  "What the person may do. Full administrators of FileMaker Server may do everything; a limited account what it was given, and a session opened with a key what the key may do.",
);

/** Session as shown to its owner. */
export const Session = z.object({
  id: z.string().describe("What lists and addresses call it. Opens nothing."),
  kind: z
    .enum(["browser", "command-line"])
    .describe("`browser`: a cookie. `command-line`: a bearer token that `/svc/wizard/{hash}` handed over."),
  user: z.string().describe("Name of the Admin Console account; `one-time code` where there is none."),
  openedBy: z
    .string()
    .describe(
      "What was shown at the sign-in, as the audit trail names it: `account:admin`, `admin-key:3` or `sign-in-code:1f3a9c20`.",
    ),
  role: ShownRole,
  createdAt: Timestamp.describe("When the person signed in."),
  lastUsedAt: Timestamp.describe("When it was used last. Noted once a minute."),
  endsAt: Timestamp.describe("When it ends in any case."),
  idleSeconds: z.int().describe("It ends earlier when it is not used for so long. Seconds."),
  address: z.string().describe("From where the person signed in."),
  userAgent: z.string().describe("What the browser or program calls itself."),
  current: z.boolean().describe("Whether it is the session of this very call."),
});
export type Session = z.infer<typeof Session>;

const User = z.string().min(1).max(255).describe("Name of the Admin Console account.");
const Pass = z.string().max(1024).describe("Password of the account.");
const SessionId = z.string().min(1).max(64).describe("The session's id, from the list of sessions.");

/** Value chosen by a command-line program. It identifies the sign-in, so it must be long and random. */
const Hash = z
  .string()
  .regex(/^[\w-]{16,128}$/, "16 to 128 letters, digits, dashes and underscores")
  .describe("What the program made up: 16 to 128 random letters, digits, dashes and underscores.");

const Ok = z.object({ ok: z.boolean().describe("It is done.") });

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
  signIn: {
    method: "POST",
    path: "/svc/api/session",
    summary: "Sign in with an Admin Console account, an Admin API Key or a one-time code",
    description:
      "FileMaker Server is asked about the account. An Admin API Key opens a session while FileMaker Server does not answer, too: it stands for the account that is stored with it, and the session ends with the key. " +
      "So does a one-time code, made on the host by `npm run sign-in-code` or `latchkey-agent sign-in-code`: it stands for no account, and what FileMaker Server has to be asked is asked with the account of a stored Admin API Key. The session comes as an HttpOnly cookie; no script ever sees its value. " +
      "A session that the browser had before is ended.",
    access: "anyone",
    input: z
      .object({
        user: User.optional(),
        pass: Pass.optional(),
        key: z.string().min(1).max(100).optional().describe("An Admin API Key, in place of account and password."),
        code: z.string().min(1).max(100).optional().describe("A one-time code, in place of account and password."),
      })
      .refine(isOneWay, { path: ["user"], message: "send `user` and `pass`, or `key` alone, or `code` alone" }),
    output: z.object({ session: Session.describe("The session that began.") }),
    errors: [
      "credentials_refused",
      "administrator_limited",
      "too_many_attempts",
      "cross_site_refused",
      "upstream_unreachable",
    ],
    changes: (_input: unknown, output?: { readonly session: Session }) => output && signInObjects(output.session),
    example: { input: { user: "admin", pass: "admin-pass" }, output: { session: sessionExample } },
  },
  getSession: {
    method: "GET",
    path: "/svc/api/session",
    summary: "Read who makes this call",
    description: "Works with every management credential. `session` is null where the caller is none that signed in.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      caller: z
        .object({
          kind: z.enum(["session", "admin-account", "admin-key", "admin-token"]).describe("What the call came with."),
          name: z
            .string()
            .nullable()
            .describe("Name of the account, or id of the key; null for a token, which says nothing of whose it is."),
          role: ShownRole,
        })
        .describe("Who makes this call."),
      session: Session.nullable().describe("The session that the call came with, or null."),
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
    output: Ok.extend({ id: z.string().describe("The session that ended.") }),
    errors: ["session_not_found", "cross_site_refused"],
    changes: (_input: unknown, output?: { readonly id: string }) => output && `session:${output.id}`,
    example: { output: { ok: true, id: sessionExample.id } },
  },
  listSessions: {
    method: "GET",
    path: "/svc/api/sessions",
    summary: "List the sessions of one's own account, newest first",
    description: "A key or a token is no account and has none.",
    access: "admin",
    input: z.object({
      cursor: Cursor.optional().describe("From the answer before, to go on behind it."),
      limit: Limit.optional().describe("At most so many sessions."),
    }),
    output: z.object({ sessions: z.array(Session).describe("A page of sessions."), cursor: Cursor.nullable() }),
    errors: [],
    example: { output: { sessions: [sessionExample], cursor: null } },
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/svc/api/sessions",
    summary: "End all sessions of one's own account but the one of this call",
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
    summary: "End one session of one's own account",
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
    summary: "List the sessions of all other accounts, account by account",
    description: "All of an account's sessions are on one page, newest first.",
    access: "admin",
    role: "administrator",
    input: z.object({
      cursor: Cursor.optional().describe("From the answer before, to go on behind it."),
      limit: Limit.optional().describe("At most so many accounts. 100 when left out."),
    }),
    output: z.object({
      sessions: z.array(Session).describe("The sessions of a page of accounts."),
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
    summary: "End all sessions of another account, or of all others",
    description:
      "Who still has the password or the key signs in again: change it at FileMaker Server, or delete the key, where that must not be.",
    access: "admin",
    role: "administrator",
    input: z.object({ user: User.optional().describe("Name of the account. All others when left out.") }),
    output: z.object({ ended: z.array(z.string()).describe("Ids of the sessions that ended.") }),
    errors: ["session_not_found", "cross_site_refused"],
    changes: (_input: unknown, output?: { readonly ended: readonly string[] }) =>
      output?.ended.map((id) => `session:${id}`),
    example: { output: { ended: ["0b7d2e51c6f84a90b3d5e8f71c2a4468"] } },
  },
  collectHandOver: {
    method: "GET",
    path: "/svc/api/cli/checkHash/{hash}",
    summary: "Collect the token of a command-line sign-in",
    description:
      "A program makes up `hash`, opens `/svc/wizard/{hash}` in a browser and asks here until a person has allowed it: 404 until then. " +
      "The token comes once, to the program that asked first. " +
      "While a person looks at the page, the refusal's `response.code` is what the page shows as well.",
    access: "anyone",
    holdsSecret: true,
    input: z.object({ hash: Hash }),
    output: z.object({
      token: z.string().describe("Goes into `Authorization: Bearer` of management calls. A secret."),
      sessionId: z.string().describe("The session that it is the token of."),
    }),
    errors: ["hand_over_pending"],
    changes: (_input: unknown, output?: { readonly sessionId: string }) => output && `session:${output.sessionId}`,
    example: {
      input: { hash: hashExample },
      output: { token: `ls_${"0f3a".repeat(16)}`, sessionId: sessionExample.id },
    },
  },
  forgetHandOver: {
    method: "DELETE",
    path: "/svc/api/cli/checkHash/{hash}",
    summary: "Give up a command-line sign-in",
    description: "What was handed over already stays good. Forgetting what is not there is no error.",
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
    summary: "The page on which a person allows a command-line sign-in",
    description: "Asks the person to sign in first. Shows which program asks, from where, and a code to compare.",
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
    summary: "What the person does on that page",
    access: "own",
    holdsSecret: true,
    answers: "page",
    input: z.object({
      hash: Hash,
      action: z.enum(["sign-in", "allow", "refuse"]).describe("What the person pressed."),
      user: User.optional(),
      pass: Pass.optional(),
      code: z.string().max(20).optional().describe("The code that the page showed: what is allowed is what was seen."),
    }),
    output: Page,
    errors: [
      "credentials_refused",
      "administrator_limited",
      "too_many_attempts",
      "cross_site_refused",
      "hand_over_gone",
    ],
    changes: ({ action }: { readonly action: string }) => `hand-over:${action}`,
    example: { input: { hash: hashExample, action: "allow", code: "KXQT-7R4M" } },
  },
});
