import type { FaultId } from "../matrix.ts";
import type { TestsRow } from "../row.ts";

/** Rows whose faults need no seconds of real time: tests with a turnable clock cover them, on both sets of adapters. */
export const rowsByTests: readonly TestsRow[] = [
  row("A1", "a link that is cut for ten minutes, and frames that arrive twice and in any order", [
    "tests/agent/task-cuts.test.ts",
    "tests/agent/cut-links.test.ts",
    "tests/agent/seen-frames.test.ts",
    "tests/agent/tasks.test.ts",
  ]),
  row(
    "B1",
    "a store that fails, is unavailable, or loses responses on every third call: the backup is complete, and little is sent twice",
    ["tests/backups/faulty-store.test.ts"],
  ),
  row(
    "B2",
    "a bit flipped in transit or at rest: rejected and sent again, or found, notified, and repaired after the next backup",
    ["tests/backups/faulty-store.test.ts", "tests/backups/verified-set.test.ts", "tests/backups/blocks.test.ts"],
  ),
  row(
    "B3",
    "kill -9 at each write of a backup, a prune, and a restore: every snapshot is intact, and the next run continues",
    ["tests/backups/killed-processes.test.ts", "tests/backups/killed.test.ts"],
    "killed",
    { EVERY_MOMENT: "1" },
  ),
  row(
    "B4",
    "a backup or a prune frozen for days next to others: no incomplete snapshot, and no needed data is deleted",
    ["tests/backups/stopped-set.test.ts"],
  ),
  row(
    "B5",
    "an access key that expires in the middle, a missing bucket, 403: a clear failure, a notification, and the next one continues",
    ["tests/backups/faulty-store.test.ts", "tests/backups/schedules.test.ts"],
  ),
  row(
    "B6",
    "a file that changes while it is read: read again, or no snapshot",
    ["tests/backups/faulty-store.test.ts"],
    "changing",
  ),
  row("A2", "frames and links with replayed, old, altered, or foreign signatures: rejected, logged, without effect", [
    "tests/agent/signatures.test.ts",
    "tests/agent/seen-frames.test.ts",
  ]),
  row(
    "A3",
    "a program that hangs, ignores SIGTERM, or prints 100 MB: killed with its child processes, and 1 MB of its output is kept",
    ["tests/agent/programs.test.ts"],
  ),
  row(
    "U1",
    "a connection that is refused, or reset before a response: reads are retried once, other requests only if nothing was sent",
    [
      "tests/proxy/pass-through.test.ts",
      "tests/ports/outbound-faults.test.ts",
      "tests/proxy/wire/upstream-connections.test.ts",
    ],
  ),
  row(
    "U2",
    "a connection that is reset in the body of a response: the client's connection is closed, on any version of HTTP",
    ["tests/proxy/wire/broken-answers.test.ts", "tests/ports/outbound-faults.test.ts"],
  ),
  row(
    "U5",
    "a dead session for one request, for a hundred at once, and for many accounts after a restart: one login each",
    [
      "tests/proxy/pool/dead-token.test.ts",
      "tests/proxy/pool/random-events.test.ts",
      "tests/scale/session-economics.test.ts",
    ],
  ),
  row("U6", "a rejected account: a specific error, one login per 30 s, doubling to 15 min, and one notification", [
    "tests/proxy/pool/refused-logins.test.ts",
    "tests/proxy/pool/login-throttle.test.ts",
    "tests/keys/failing.test.ts",
  ]),
  row("U7", "a server without a free session: our oldest one is ended, the pool is halved, and it recovers", [
    "tests/proxy/pool/full-server.test.ts",
  ]),
  row("U8", "an exhausted quota and errors with FileMaker's code: forwarded byte for byte and sent once", [
    "tests/proxy/pass-through.test.ts",
  ]),
  row(
    "U10",
    "responses that aren't HTTP, too large headers, a wrong length, a bad chunk: 502, and the next request succeeds",
    ["tests/proxy/wire/broken-answers.test.ts", "tests/ports/outbound-faults.test.ts"],
  ),
  row(
    "N2",
    "a log that grows, is rotated, or is cleared while it is read: a position stays valid, or is reported as gone",
    ["tests/logs/follow.test.ts", "tests/logs/host-logs.test.ts"],
    "rotated|logs:cursor:survives",
  ),
  row("N4", "clients that disconnect before a response, during it, during an upload, or with requests waiting", [
    "tests/proxy/wire/leaving-clients.test.ts",
  ]),
  row("D2", "DynamoDB throttles every second call, and responses are lost after the write: one effect each", [
    "tests/aws/dynamo-faults.test.ts",
    "tests/aws/dynamo-conflicts.test.ts",
  ]),
  row("D2", "others lock the SQLite file repeatedly: every write waits, and happens once", [
    "tests/ports/local-database.test.ts",
    "tests/ports/local-table.test.ts",
    "tests/runtime/locked-store.test.ts",
  ]),
  row(
    "D3",
    "kill -9 of the store's own process: acknowledged writes are kept",
    ["tests/aws/dynamo-faults.test.ts", "tests/ports/local-table.test.ts", "tests/ports/local-queue.test.ts"],
    "killed",
  ),
  row(
    "D3",
    "kill -9 of the service at any write: done completely or not at all",
    ["tests/keys/killed.test.ts"],
    undefined,
    {
      EVERY_MOMENT: "1",
    },
  ),
  row(
    "D4",
    "reads that are two seconds stale: a deleted key stops working within ten seconds, and no lease is granted twice",
    ["tests/keys/stale-reads.test.ts", "tests/proxy/pool/stale-reads.test.ts"],
  ),
  row(
    "H1",
    "an agent that is killed at any point of a build, a deployment, its undo, or its rollback: completed or undone, all files open, one final state",
    ["tests/builds/killed.test.ts", "tests/deployments/killed.test.ts"],
    "killed",
    { EVERY_MOMENT: "1" },
  ),
  row(
    "H1",
    "a service that is killed before or after any write of the life of a key, a webhook, a schedule, and all other stored objects: each request done or not",
    ["tests/crashes/crash-points.test.ts", "tests/crashes/import.test.ts", "tests/triggers/crashes.test.ts"],
    undefined,
    { EVERY_MOMENT: "1" },
  ),
  row(
    "H1",
    "a service that is killed at any write while a file is trashed or restored, a backup restored, a deployment undone, a set pruned: done once",
    ["tests/crashes/work.test.ts"],
    undefined,
    { EVERY_MOMENT: "1" },
  ),
  row("H1", "an agent or a service that is killed at any point of a file operation: completed or undone", [
    "tests/files/operations/killed.test.ts",
    "tests/files/patch/killed.test.ts",
    "tests/jobs/crashes.test.ts",
  ]),
  row("H2", "kill -9 of the agent before, during, and after a program that it runs: no second run, no lost result", [
    "tests/agent/restarts.test.ts",
    "tests/agent/task-restarts.test.ts",
  ]),
  row("H4", "a disk that is full or fills up: rejected or failed with the reason, no partial file, and it continues", [
    "tests/backups/full-disk.test.ts",
    "tests/browser/full-disk.test.ts",
    "tests/files/operations/disk-space.test.ts",
    "tests/files/uploads/one-machine/full-disk.test.ts",
  ]),
  row(
    "H8",
    "a clock that jumps by an hour: no live worker loses its lease",
    ["tests/jobs/leases.test.ts", "tests/processes/rules.test.ts"],
    "processes:lease:clocks",
  ),
  row("Q1", "messages one to three times, in any order and late", ["tests/jobs/leases.test.ts"], "processes:messages"),
  row(
    "Q2",
    "a message that is redelivered while its work is running, and a worker that has lost its lease",
    ["tests/jobs/leases.test.ts"],
    "processes:lease:fence|final-once",
  ),
  row("Q3", "a poison message among others, a worker that is killed, and the redrive", [
    "tests/jobs/dead-letters.test.ts",
    "tests/jobs/killed.test.ts",
  ]),
  row("U3", "a server that hangs before or during its response: 504, and the request is aborted there", [
    "tests/proxy/wire/hanging-server.test.ts",
    "tests/proxy/wire/broken-answers.test.ts",
    "tests/proxy/pool/hanging-call.test.ts",
  ]),
  row("U9", "a server that fails half of the time: the breaker opens, one request is tried, and few are retried", [
    "tests/proxy/wire/circuit-breaker.test.ts",
  ]),
  row(
    "D1",
    "a store that fails or hangs: known keys keep working, unknown ones and writes are rejected",
    ["tests/proxy/key-cache.test.ts", "tests/runtime/locked-store.test.ts"],
    "store-down|data:locked",
  ),
  row(
    "Q4",
    "the queue is unavailable while work is accepted",
    ["tests/jobs/dead-letters.test.ts"],
    "processes:accept:outbox",
  ),
  row(
    "Q1",
    "delivery messages that are duplicated, reordered, or lost, a late worker, an unavailable queue or store (Q2, Q4, D1)",
    ["tests/deliveries/messages.test.ts"],
  ),
  row(
    "W1",
    "a receiver that responds with 500, 301, 410, 429 with Retry-After, endlessly, byte by byte, or not at all",
    ["tests/triggers/relay.test.ts"],
    "triggers:relay:receivers",
  ),
  row("W2", "a crash at any write of an incoming, outgoing, or replayed event: the same ids, and nothing lost (H1)", [
    "tests/deliveries/crashes.test.ts",
    "tests/triggers/crashes.test.ts",
    "tests/webhooks/killed.test.ts",
  ]),
  row(
    "W3",
    "one of six receivers doesn't respond: the others get their events meanwhile",
    ["tests/triggers/relay.test.ts"],
    "triggers:relay:others",
  ),
  row(
    "W4",
    "events while FileMaker Server is unavailable: kept over a restart, delivered after its return, in order if requested",
    ["tests/webhooks/deliveries.test.ts"],
    "webhooks:delivery:(queued|refuse|order)",
  ),
];

function row(
  id: FaultId,
  sentence: string,
  tests: readonly string[],
  titles?: string,
  environment: TestsRow["environment"] = {},
): TestsRow {
  return { id, sentence, tests, environment, ...(titles !== undefined && { titles }) };
}
