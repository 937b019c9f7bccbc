import type { RequirementList } from "../requirement.ts";

/** Key records and FileMaker sessions behind the proxy. */
export const proxyPool = {
  "proxy:cache:fresh": {
    text: "A key's record is used from memory for 5 seconds without asking the store.",
    source: "Reliability R3.7",
  },
  "proxy:cache:revalidated": {
    text: "From 5 to 10 seconds a key's record is used while it is read anew; later it is read first.",
    source: "Reliability R3.7",
  },
  "proxy:cache:single-flight": {
    text: "Many calls with one unread key read its record once.",
    source: "Reliability R3.7",
  },
  "proxy:cache:store-down": {
    text: "While the store does not answer, a record of up to 15 minutes goes on serving, or none where that is set to 0.",
    source: "Reliability R3.7",
  },
  "proxy:cache:unknown": {
    text: "An unknown key is remembered as unknown for 5 seconds, for at most 10,000 keys.",
    source: "Reliability R3.7",
  },
  "proxy:dead-token:all": {
    text: "952 for 100 concurrent calls of one key causes one more login.",
    source: "Promise, sessions; Reliability U5",
  },
  "proxy:dead-token:compared": {
    text: "A dead token is dropped by its value, so a newer one stays.",
    source: "Reliability R5.4",
  },
  "proxy:dead-token:large-body": {
    text: "952 for a call whose body is gone answers 503 with Retry-After and a code of its own.",
    source: "Reliability R5.4",
  },
  "proxy:dead-token:never-twice": {
    text: "A replay that is refused with 952 again is not replayed.",
    source: "Reliability R5.4",
  },
  "proxy:dead-token:once": {
    text: "952 causes one login and one replay.",
    source: "Reliability R5.4",
  },
  "proxy:full:backs-off": {
    text: "956 logs out the least recently used session of ours, halves the pool for 5 minutes, and answers 503 with Retry-After if the server is still full.",
    source: "Reliability R5.5",
  },
  "proxy:logins:limited": {
    text: "All logins of one server pass a limit of 4 at once and 10 a second, whatever they are for.",
    source: "Reliability R5.5",
  },
  "proxy:logins:refused": {
    text: "After 212 or 214 the caller gets a specific error, and the account is not tried in that file for 30 seconds, doubling to 15 minutes.",
    source: "Reliability R5.5",
  },
  "proxy:pool:cold": {
    text: "100 concurrent calls on a cold key cause one login.",
    source: "Promise, sessions; Reliability R5.1",
  },
  "proxy:pool:grows": {
    text: "A further session, up to 8, is opened only when a call has waited 200 ms for every one there is, and then whether or not another call comes.",
    source: "Reliability R5.1",
  },
  "proxy:pool:idle-life": {
    text: "A session unused for 14 minutes is not used again.",
    source: "Reliability R5.1",
  },
  "proxy:pool:kept-apart": {
    text: "Keys with different accounts never share a session.",
    source: "Reliability section 1; Reliability R5.1",
  },
  "proxy:pool:lease-clocks": {
    text: "A lease that nobody holds is free, and one further ahead than ten seconds is stale: clocks that differ or jump by an hour hold up no login, and start no storm of logins.",
    source: "Reliability H8, R5.2",
  },
  "proxy:pool:lease-lost": {
    text: "When the process that logs in dies, another takes over after its lease has run out.",
    source: "Reliability R5.2",
  },
  "proxy:pool:logout": {
    text: "On SIGTERM the sessions of the pool are logged out.",
    source: "Reliability R5.7",
  },
  "proxy:pool:losers-wait": {
    text: "Who does not hold the lease waits for the holder's login, at most 3 seconds, and never logs in itself while the lease lasts.",
    source: "Reliability R5.2",
  },
  "proxy:pool:sealed": {
    text: "Session tokens are stored sealed.",
    source: "Reliability R5.1",
  },
  "proxy:pool:shared": {
    text: "Two processes on one data folder share sessions.",
    source: "Promise, sessions; Reliability R5.2",
  },
  "proxy:pool:slow-call": {
    text: "A call is not sent behind a script, nor behind a call that has run for more than 200 ms: it waits at most 200 ms, and then gets a session more, as long as more are allowed.",
    source: "Reliability R5.1",
  },
  "proxy:pool:spread": {
    text: "Where a process has one call at a time, instances share out up to eight sessions of a key and file among them, and scripts have places of their own.",
    source: "Reliability R5.1, targets",
  },
  "proxy:pool:sticky": {
    text: "A process keeps the token it used last and does not read the store while it is fresh.",
    source: "Reliability R5.3",
  },
  "proxy:pool:swept": {
    text: "Sessions idle for more than 10 minutes are logged out by a sweeper, down to one.",
    source: "Reliability R5.7",
  },
  "proxy:pool:touched": {
    text: "A session's last use is written at most once a minute.",
    source: "Reliability R5.3",
  },
  "proxy:refusals:alike": {
    text: "A mistyped, an unknown and a deleted key get the same answer in the same class of time, and so do a key for another file and one for another API.",
    source: "Security K4",
  },
  "proxy:refusals:store-down": {
    text: "A store that does not answer is 503, never 401.",
    source: "Security K4",
  },
} as const satisfies RequirementList;
