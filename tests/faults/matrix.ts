/** Fault matrix: every fault that is injected, by id, and the required behavior. */
export const matrix = {
  H1: ["kill -9 at each write of the service or of the agent", "done completely or not at all, or continued"],
  H2: ["kill -9 of the agent before, during and after a program", "continued, or crashed within 60 s; no second run"],
  H3: ["SIGTERM under load", "nothing new is accepted, it stops within 10 s, logs out, exit code 0"],
  H4: ["disk full", "failed with the reason, no partial file, continues when there is space"],
  H5: ["fsync, write or rename fails", "the write is reported as failed, existing data is readable"],
  H6: ["out of descriptors", "recovers, no busy loop"],
  H7: ["little memory, and large streams", "no crash because of memory, growth of at most 200 MB"],
  H8: [
    "clocks that are wrong or jump by an hour",
    "no login storm, nothing falsely counted as crashed, both times are named",
  ],
  H9: ["a process that is frozen for 90 s", "a late owner writes nothing, one final state"],
  U1: ["connection refused, or reset before a response", "GET and HEAD retried once, others only if nothing was sent"],
  U2: ["reset in the body of a response", "the client's connection is closed; never a clean short response"],
  U3: ["a server that hangs before or during its response", "504 before the caller's deadline, the request is aborted"],
  U4: ["64 KB/s and pauses of up to 2 s", "streamed, constant memory, others not affected"],
  U5: ["952 once, for all calls, after a restart", "one login for each account and one replay, four logins at once"],
  U6: ["212 and 214", "a specific error, one login in 30 s, notified once"],
  U7: ["956", "our oldest session is ended, the pool is halved, 503 with Retry-After, recovers"],
  U8: ["953, and HTTP 500 with FileMaker's code", "forwarded byte for byte, not retried"],
  U9: ["502, 503 and 504, half of the time", "the breaker opens, one request is tried, few are retried"],
  U10: ["garbage as headers, 100 KB of them, a wrong length, a bad chunk", "502, the next request succeeds"],
  D1: ["the store unavailable for 60 s", "known keys keep working, the rest is 503, nothing is lost"],
  D2: ["the store throttles, or its response is lost after the write", "retried, one effect"],
  D3: ["kill -9 of the store", "acknowledged writes are kept"],
  D4: ["reads that are 2 s stale", "a deleted key stops working within 10 s, no lease granted twice"],
  Q1: ["messages one to three times, in any order, late", "one effect each"],
  Q2: ["a message is redelivered while its work is running", "the second worker changes nothing, one final state"],
  Q3: ["a poison message among others", "the others are done, it is a dead letter after five, the redrive works"],
  Q4: ["the queue unavailable while work is accepted", "accepted only if stored, started within 90 s of its return"],
  B1: ["a store for backups that fails at 30 %", "complete, at most 1.5 times the bytes"],
  B2: ["a bit flipped in transit or at rest", "rejected, or found, marked, and repaired"],
  B3: ["kill -9 at each write of backup and prune", "older snapshots restore bit for bit, little is resent"],
  B4: ["a prune next to a frozen backup", "no data that it needs is deleted"],
  B5: ["an access key that expires, a missing bucket, 403", "a clear failure, continues once fixed"],
  B6: ["a source that changes while it is read", "found, read again, never an inconsistent snapshot"],
  W1: ["a receiver that fails in every way", "the schedule is kept, 410 disables, little is read of a response"],
  W2: ["a crash between sending and recording it", "sent again with the same id"],
  W3: ["10,000 events, one of ten receivers dead", "the others get theirs within 5 s"],
  W4: [
    "events while the file is closed or the server unavailable",
    "answered only once stored, delivered later, in order",
  ],
  A1: ["a link cut for 10 min, frames duplicated and in any order", "work continues, no command twice"],
  A2: ["replayed, old, altered, or foreign signatures", "401, logged, no effect"],
  A3: ["a program that hangs, ignores SIGTERM, prints 100 MB", "ended after 20 and 5 s, constant memory, 1 MB kept"],
  N1: ["100,000 keys", "as fast as with 100"],
  N2: [
    "a log of 10 GB that grows and is rotated",
    "its end immediately, the cursor stays valid or says so, little memory",
  ],
  N3: ["1,000 slow and 10,000 idle clients", "requests as fast, slow clients disconnected within 15 s"],
  N4: ["clients that disconnect at any time, 10,000 times", "alive, the server's side closed, no descriptors lost"],
  X1: ["all of them at random under load", "all oracles hold"],
} as const satisfies Readonly<Record<string, readonly [fault: string, expected: string]>>;

export type FaultId = keyof typeof matrix;

export function isFaultId(id: string): id is FaultId {
  return Object.hasOwn(matrix, id);
}
