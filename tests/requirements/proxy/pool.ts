import type { RequirementList } from "../requirement.ts";

/** Key records and FileMaker sessions behind the proxy. */
export const proxyPool = {
  "proxy:cache:fresh": {
    text: "A key's record is used from memory for 5 seconds without reading the store.",
    source: "Reliability R3.7",
  },
  "proxy:cache:revalidated": {
    text: "From 5 to 10 seconds, a key's cached record is used while it is refreshed; later, it is read first.",
    source: "Reliability R3.7",
  },
  "proxy:cache:single-flight": {
    text: "Many concurrent requests with one uncached key read its record once.",
    source: "Reliability R3.7",
  },
  "proxy:cache:store-down": {
    text: "While the store is unavailable, a cached record is used for up to 15 minutes, or not at all if that is set to 0.",
    source: "Reliability R3.7",
  },
  "proxy:cache:unknown": {
    text: "An unknown key is cached as unknown for 5 seconds, for at most 10,000 keys.",
    source: "Reliability R3.7",
  },
  "proxy:dead-token:all": {
    text: "952 for 100 concurrent requests of one key causes one new login.",
    source: "Promise, sessions; Reliability U5",
  },
  "proxy:dead-token:compared": {
    text: "A dead token is removed by its value, so that a newer one stays.",
    source: "Reliability R5.4",
  },
  "proxy:dead-token:large-body": {
    text: "952 for a request whose body is already consumed returns 503 with Retry-After and a specific code.",
    source: "Reliability R5.4",
  },
  "proxy:dead-token:never-twice": {
    text: "A replay that gets 952 again isn't replayed.",
    source: "Reliability R5.4",
  },
  "proxy:dead-token:once": {
    text: "952 causes one login and one replay.",
    source: "Reliability R5.4",
  },
  "proxy:full:backs-off": {
    text: "956 logs out our least recently used session, halves the pool for 5 minutes, and returns 503 with Retry-After if the server is still full.",
    source: "Reliability R5.5",
  },
  "proxy:logins:limited": {
    text: "All logins to one server share a limit of 4 at once and 10 per second, for any purpose.",
    source: "Reliability R5.5",
  },
  "proxy:logins:refused": {
    text: "After 212 or 214, the caller gets a specific error, and the account isn't tried in that file for 30 seconds, doubling to 15 minutes.",
    source: "Reliability R5.5",
  },
  "proxy:pool:cold": {
    text: "100 concurrent requests with a cold key cause one login.",
    source: "Promise, sessions; Reliability R5.1",
  },
  "proxy:pool:grows": {
    text: "Another session, up to 8, is opened only if a request has waited 200 ms for each existing one, even if no other request arrives.",
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
    text: "An unheld lease is free, and one more than ten seconds ahead is stale: different or jumping clocks neither block logins nor cause a login storm.",
    source: "Reliability H8, R5.2",
  },
  "proxy:pool:lease-lost": {
    text: "If the process that logs in dies, another takes over after its lease expires.",
    source: "Reliability R5.2",
  },
  "proxy:pool:logout": {
    text: "On SIGTERM, the sessions of the pool are logged out.",
    source: "Reliability R5.7",
  },
  "proxy:pool:losers-wait": {
    text: "A process without the lease waits for the holder's login, at most 3 seconds, and never logs in itself while the lease lasts.",
    source: "Reliability R5.2",
  },
  "proxy:pool:sealed": {
    text: "Session tokens are stored encrypted.",
    source: "Reliability R5.1",
  },
  "proxy:pool:shared": {
    text: "Two processes with the same data folder share sessions.",
    source: "Promise, sessions; Reliability R5.2",
  },
  "proxy:pool:slow-call": {
    text: "A request isn't queued after a script, nor after a request that has run for more than 200 ms: it waits at most 200 ms, and then gets another session while more are allowed.",
    source: "Reliability R5.1",
  },
  "proxy:pool:spread": {
    text: "If processes handle one request at a time, instances share up to eight sessions per key and file, and scripts have separate slots.",
    source: "Reliability R5.1, targets",
  },
  "proxy:pool:sticky": {
    text: "A process keeps the token it used last and doesn't read the store while it is fresh.",
    source: "Reliability R5.3",
  },
  "proxy:pool:swept": {
    text: "A sweeper logs out sessions that are idle for more than 10 minutes, except for one.",
    source: "Reliability R5.7",
  },
  "proxy:pool:touched": {
    text: "A session's last use is written at most once a minute.",
    source: "Reliability R5.3",
  },
  "proxy:refusals:alike": {
    text: "A mistyped, an unknown, and a deleted key get the same response in similar time, and so do a key for another file and one for another API.",
    source: "Security K4",
  },
  "proxy:refusals:store-down": {
    text: "An unavailable store returns 503, never 401.",
    source: "Security K4",
  },
} as const satisfies RequirementList;
