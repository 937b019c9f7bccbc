import type { RequirementList } from "./requirement.ts";

export const sessions = {
  "sessions:console:deep-link": {
    text: "A user who signs in to the console arrives at the requested page.",
    source: "Promise, console",
  },
  "sessions:console:key": {
    text: "The sign-in page says if FileMaker Server doesn't respond and what to do on the host, and accepts an Admin API Key.",
    source: "Promise, console",
  },
  "sessions:console:limited": {
    text: "Signing in with wrong credentials is rate limited.",
    source: 'Specification, "Authentication", rule 5',
  },
  "sessions:console:others": {
    text: "The settings show administrators where other accounts are signed in, and end the sessions of one or all of them.",
    source: "Promise, sessions",
  },
  "sessions:console:over": {
    text: "When the session ends while a console page is open, a dialog asks to sign in again, and the page continues.",
    source: "Promise, console",
  },
  "sessions:console:people": {
    text: "The settings offer assigning and removing roles only to administrators.",
    source: "Promise, people and rights",
  },
  "sessions:console:refused": {
    text: "A failed sign-in to the console says why, keeps the account, and moves the focus to the password.",
    source: "Promise, console",
  },
  "sessions:console:revoke": {
    text: "The console lists where the account is signed in, and can end a session.",
    source: "Promise, console",
  },
  "sessions:console:sign-in": {
    text: "An Admin Console account signs in to the web console.",
    source: 'Specification, "What the service does", point 7',
  },
  "sessions:console:storage": {
    text: "The console stores no secret in the browser's storage, its history, or request URLs, and leaves nothing visible after sign-out.",
    source: "Promise, console",
  },
  "sessions:cookie:attributes": {
    text: "A session uses a cookie that scripts can't read and other sites can't send: HttpOnly and SameSite=Strict.",
    source: "Security S1",
  },
  "sessions:cookie:secure": {
    text: "Over https, the cookie is Secure and bound to its host by the prefix __Host-; over http on loopback it is neither.",
    source: "Security S1",
  },
  "sessions:cookie:value": {
    text: "A session's value has 256 random bits and is in no response body.",
    source: "Security S1",
  },
  "sessions:cors:closed": {
    text: "No response of the management API allows another origin anything, and preflights are rejected.",
    source: "Security S2",
  },
  "sessions:cross-site:effects": {
    text: "A GET that starts work or hands out a capability needs the same protection as a change: its contract sets `changes` or `grants`.",
    source: "Security S2",
  },
  "sessions:cross-site:every-operation": {
    text: "No cookie request from another site has an effect, regardless of what the browser says about its origin.",
    source: "Security S2",
  },
  "sessions:cross-site:origin": {
    text: "If a browser doesn't send Sec-Fetch-Site, its Origin header decides.",
    source: "Security S2",
  },
  "sessions:cross-site:page": {
    text: "A form of the CLI sign-in page is accepted only if the page itself sent it.",
    source: "Security S2",
  },
  "sessions:cross-site:planted": {
    text: "A cookie with another name, another value, or planted before ours opens nothing.",
    source: "Security S1",
  },
  "sessions:cross-site:refused": {
    text: "A cookie request that changes something is rejected with 403 if a page of another origin sent it.",
    source: "Security S2",
  },
  "sessions:cross-site:sign-in": {
    text: "A page of another origin can't sign a browser in.",
    source: "Security S2",
  },
  "sessions:cross-site:unsaid": {
    text: "A client that doesn't declare a request's origin must send a header that pages can't send cross-origin.",
    source: "Security S2",
  },
  "sessions:guide:works": {
    text: "The requests in the sign-in guide work as described.",
    source: "Promise, guides",
  },
  "sessions:hand-over:bound": {
    text: "The token of a command-line sign-in is given only to the program that asked first.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:confirmed": {
    text: "A command-line sign-in requires that a signed-in user allows it on a page that shows who asks, from where, and a code.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:forgotten": {
    text: "The program can cancel its sign-in, and the user can deny it.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:mine": {
    text: "A CLI sign-in that one user has open can't be allowed by anyone else.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:once": {
    text: "The token of a command-line sign-in can be collected once.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:page": {
    text: "The page works without scripts, loads nothing, and shows a program's own description as plain text.",
    source: "Promise, command-line sign-in; Security S3",
  },
  "sessions:hand-over:polled": {
    text: "A program that generates a hash and polls cli/checkHash gets a token that the management API accepts as a bearer token.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:short-lived": {
    text: "A command-line sign-in that isn't allowed and collected within five minutes expires.",
    source: "Promise, command-line sign-in",
  },
  "sessions:hand-over:strangers": {
    text: "Polling a sign-in that no user has opened leaves nothing in the store.",
    source: "Promise, command-line sign-in; Security L1",
  },
  "sessions:list:cursor": {
    text: "The list of sessions is paginated by cursor, newest first.",
    source: "Promise, sessions",
  },
  "sessions:list:ended-at-once": {
    text: "Ending all sessions of an account also ends one that was created a moment before.",
    source: "Promise, sessions",
  },
  "sessions:list:others": {
    text: "An administrator can list the sessions of all other accounts.",
    source: "Promise, sessions",
  },
  "sessions:list:own": {
    text: "A user can list the sessions of their own account: since when, from where, with what, and which one is current.",
    source: "Promise, sessions",
  },
  "sessions:management:caller": {
    text: "A session can call every management operation, like an Admin API Key or the account itself.",
    source: "Promise, sessions",
  },
  "sessions:management:cookie-last": {
    text: "A credential in the Authorization header takes precedence over the cookie.",
    source: "Promise, sessions",
  },
  "sessions:management:kinds": {
    text: "A browser session isn't accepted as a bearer token, nor a command-line session as a cookie.",
    source: "Promise, sessions",
  },
  "sessions:password:away": {
    text: "While FileMaker Server can't be asked about the account, its sessions continue.",
    source: "Promise, sessions",
  },
  "sessions:password:changed": {
    text: "Within five minutes after the account's password stops working, its sessions end, with a single request to FileMaker Server for all of them.",
    source: "Promise, sessions",
  },
  "sessions:revoke:of-others": {
    text: "An administrator can end the sessions of another account, or of all others; no lower role can.",
    source: "Promise, sessions",
  },
  "sessions:revoke:one": {
    text: "A user can end one session of their own account, effective immediately.",
    source: "Promise, sessions",
  },
  "sessions:revoke:others": {
    text: "A user can end all sessions of their own account except the current one.",
    source: "Promise, sessions",
  },
  "sessions:sign-in:code": {
    text: "A one-time code created on the host signs in once, within ten minutes, even while FileMaker Server doesn't respond.",
    source: "Promise, sign-in while FileMaker Server does not answer",
  },
  "sessions:sign-in:code-audited": {
    text: "The audit trail records who created a one-time code, and the sign-in with it; for a sign-in with a key, it records the key's id.",
    source: "Promise, sign-in while FileMaker Server does not answer",
  },
  "sessions:sign-in:code-of-agent": {
    text: "Only the agent on the database host can get a one-time code, with its signature, which is valid once.",
    source: "Promise, sign-in while FileMaker Server does not answer",
  },
  "sessions:sign-in:key": {
    text: "An Admin API Key can also sign in while FileMaker Server doesn't respond; its session has the key's rights and ends with it, and so does a command-line session that it allowed.",
    source: "Promise, sessions",
  },
  "sessions:sign-in:new-value": {
    text: "Every sign-in issues a new value and ends the browser's previous session.",
    source: "Security S1",
  },
  "sessions:sign-in:refused": {
    text: "An account that FileMaker Server rejects can't sign in.",
    source: "Promise, sessions",
  },
  "sessions:sign-out:ended": {
    text: "Signing out ends the session on the server and deletes the cookie.",
    source: "Promise, sessions",
  },
  "sessions:store:hashed": {
    text: "Sessions are stored by a hash of their value, with their passwords encrypted.",
    source: "Security S1; Security C1",
  },
  "sessions:time:absolute": {
    text: "A session ends 12 hours after sign-in, regardless of use.",
    source: "Security S1",
  },
  "sessions:time:idle": {
    text: "A session ends after 30 minutes without use.",
    source: "Security S1",
  },
  "sessions:time:settings": {
    text: "The lifetime of sessions can be configured.",
    source: "Promise, sessions",
  },
} as const satisfies RequirementList;
