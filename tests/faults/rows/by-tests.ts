import type { FaultId } from "../matrix.ts";
import type { TestsRow } from "../row.ts";

/** Rows whose faults need no seconds of real time: tests with a turnable clock cover them, on both sets of adapters. */
export const rowsByTests: readonly TestsRow[] = [
  row("A1", "a link that is cut for ten minutes, and frames that come doubled and in any order", [
    "tests/agent/task-cuts.test.ts",
    "tests/agent/cut-links.test.ts",
    "tests/agent/seen-frames.test.ts",
    "tests/agent/tasks.test.ts",
  ]),
  row(
    "B1",
    "a store that fails, is away or loses answers at each third call: the backup is complete, and little is sent twice",
    ["tests/backups/faulty-store.test.ts"],
  ),
  row(
    "B2",
    "a bit that is another on the way or at rest: refused and sent again, or found, notified and repaired after the next backup",
    ["tests/backups/faulty-store.test.ts", "tests/backups/verified-set.test.ts", "tests/backups/blocks.test.ts"],
  ),
  row(
    "B3",
    "kill -9 at each write of a backup, a prune and a restore: every snapshot is what it was, and the next run goes on",
    ["tests/backups/killed-processes.test.ts", "tests/backups/killed.test.ts"],
    "killed",
    { EVERY_MOMENT: "1" },
  ),
  row(
    "B4",
    "a backup or a prune that stood still for days beside others: no torn snapshot, and nothing is deleted that one needs",
    ["tests/backups/stopped-set.test.ts"],
  ),
  row(
    "B5",
    "an access key that ends in the middle, a bucket that is gone, 403: a clear failure, notified, and the next one goes on",
    ["tests/backups/faulty-store.test.ts", "tests/backups/schedules.test.ts"],
  ),
  row(
    "B6",
    "a file that changes while it is read: read again, or no snapshot",
    ["tests/backups/faulty-store.test.ts"],
    "changing",
  ),
  row(
    "A2",
    "frames and links whose signatures are replayed, old, altered or foreign: refused, logged, without effect",
    ["tests/agent/signatures.test.ts", "tests/agent/seen-frames.test.ts"],
  ),
  row(
    "A3",
    "a program that hangs, ignores SIGTERM or prints 100 MB: ended with all it started, and 1 MB of what it printed is kept",
    ["tests/agent/programs.test.ts"],
  ),
  row(
    "U1",
    "a connection that is refused, or reset before an answer: what only reads is sent once more, the rest where nothing was sent",
    [
      "tests/proxy/pass-through.test.ts",
      "tests/ports/outbound-faults.test.ts",
      "tests/proxy/wire/upstream-connections.test.ts",
    ],
  ),
  row(
    "U2",
    "a connection that is reset in the body of an answer: the client's connection ends, on any version of HTTP",
    ["tests/proxy/wire/broken-answers.test.ts", "tests/ports/outbound-faults.test.ts"],
  ),
  row(
    "U5",
    "a dead session for one call, for a hundred at once, and for many accounts after a restart: one login each",
    [
      "tests/proxy/pool/dead-token.test.ts",
      "tests/proxy/pool/random-events.test.ts",
      "tests/scale/session-economics.test.ts",
    ],
  ),
  row("U6", "a refused account: its own error, a login in 30 s that doubles to 15 min, and one notification", [
    "tests/proxy/pool/refused-logins.test.ts",
    "tests/proxy/pool/login-throttle.test.ts",
    "tests/keys/failing.test.ts",
  ]),
  row("U7", "a server without a session left: the oldest of ours ends, the pool is halved, and it recovers", [
    "tests/proxy/pool/full-server.test.ts",
  ]),
  row("U8", "a used-up allowance and errors with FileMaker's code: passed through byte for byte and sent once", [
    "tests/proxy/pass-through.test.ts",
  ]),
  row(
    "U10",
    "answers that are no HTTP, too large a head, a wrong length, a bad chunk: 502, and the next call is fine",
    ["tests/proxy/wire/broken-answers.test.ts", "tests/ports/outbound-faults.test.ts"],
  ),
  row(
    "N2",
    "a log that grows, is rotated or cleared while it is read: a place in it lasts, or is said to be gone",
    ["tests/logs/follow.test.ts", "tests/logs/host-logs.test.ts"],
    "rotated|logs:cursor:survives",
  ),
  row("N4", "clients that leave before an answer, in it, in an upload or with requests waiting", [
    "tests/proxy/wire/leaving-clients.test.ts",
  ]),
  row("D2", "DynamoDB throttles every second call, and answers get lost after the write: one effect each", [
    "tests/aws/dynamo-faults.test.ts",
    "tests/aws/dynamo-conflicts.test.ts",
  ]),
  row("D2", "the SQLite file is locked again and again by others: every write waits, and happens once", [
    "tests/ports/local-database.test.ts",
    "tests/ports/local-table.test.ts",
    "tests/runtime/locked-store.test.ts",
  ]),
  row(
    "D3",
    "kill -9 of the store's own process: what was acknowledged is there",
    ["tests/aws/dynamo-faults.test.ts", "tests/ports/local-table.test.ts", "tests/ports/local-queue.test.ts"],
    "killed",
  ),
  row("D3", "kill -9 of the service at any write: done, or not at all", ["tests/keys/killed.test.ts"], undefined, {
    EVERY_MOMENT: "1",
  }),
  row("D4", "reads that are two seconds old: a deleted key is dead within ten seconds, and no lease is given twice", [
    "tests/keys/stale-reads.test.ts",
    "tests/proxy/pool/stale-reads.test.ts",
  ]),
  row(
    "H1",
    "an agent that ends at any moment of a build, a deployment, its undo or its way back: done completely or put back, all files open, one end",
    ["tests/builds/killed.test.ts", "tests/deployments/killed.test.ts"],
    "killed",
    { EVERY_MOMENT: "1" },
  ),
  row(
    "H1",
    "a service that ends before or after any write of the life of a key, a webhook, a schedule and whatever else is kept: each call done or not",
    ["tests/crashes/crash-points.test.ts", "tests/crashes/import.test.ts", "tests/triggers/crashes.test.ts"],
    undefined,
    { EVERY_MOMENT: "1" },
  ),
  row(
    "H1",
    "a service that ends at any write while a file goes to the trash or back, a backup is restored, a deployment undone, a set pruned: done once",
    ["tests/crashes/work.test.ts"],
    undefined,
    { EVERY_MOMENT: "1" },
  ),
  row("H1", "an agent or a service that ends at any moment of work on files: done completely or put back", [
    "tests/files/operations/killed.test.ts",
    "tests/files/patch/killed.test.ts",
    "tests/jobs/crashes.test.ts",
  ]),
  row("H2", "kill -9 of the agent before, during and after a program that it runs: no second run, no lost outcome", [
    "tests/agent/restarts.test.ts",
    "tests/agent/task-restarts.test.ts",
  ]),
  row("H4", "a disk that is full or becomes so: refused or failed with the reason, no half file, and it goes on", [
    "tests/backups/full-disk.test.ts",
    "tests/browser/full-disk.test.ts",
    "tests/files/operations/disk-space.test.ts",
    "tests/files/uploads/one-machine/full-disk.test.ts",
  ]),
  row(
    "H8",
    "a clock that jumps by an hour takes no lease from a living worker",
    ["tests/jobs/leases.test.ts", "tests/processes/rules.test.ts"],
    "processes:lease:clocks",
  ),
  row("Q1", "messages one to three times, in any order and late", ["tests/jobs/leases.test.ts"], "processes:messages"),
  row(
    "Q2",
    "a message that comes again while its work goes on, and a worker that has lost its lease",
    ["tests/jobs/leases.test.ts"],
    "processes:lease:fence|final-once",
  ),
  row("Q3", "a poison message among others, a worker that is killed, and the redrive", [
    "tests/jobs/dead-letters.test.ts",
    "tests/jobs/killed.test.ts",
  ]),
  row("U3", "a server that hangs before its answer or in it: 504, and the call is ended there", [
    "tests/proxy/wire/hanging-server.test.ts",
    "tests/proxy/wire/broken-answers.test.ts",
    "tests/proxy/pool/hanging-call.test.ts",
  ]),
  row("U9", "a server that fails half of the time: the breaker opens, one call tries, and few are sent again", [
    "tests/proxy/wire/circuit-breaker.test.ts",
  ]),
  row(
    "D1",
    "a store that fails or hangs: known keys go on, unknown ones and writes are refused",
    ["tests/proxy/key-cache.test.ts", "tests/runtime/locked-store.test.ts"],
    "store-down|data:locked",
  ),
  row("Q4", "the queue is away while work is accepted", ["tests/jobs/dead-letters.test.ts"], "processes:accept:outbox"),
  row(
    "Q1",
    "messages about deliveries doubled, in another order or lost, a late worker, a queue or a store that is away (Q2, Q4, D1)",
    ["tests/deliveries/messages.test.ts"],
  ),
  row(
    "W1",
    "a receiver that answers 500, 301, 410, 429 with Retry-After, without end, byte by byte or not at all",
    ["tests/triggers/relay.test.ts"],
    "triggers:relay:receivers",
  ),
  row("W2", "a crash at any write of what comes in, goes out or is replayed: the same ids, and nothing lost (H1)", [
    "tests/deliveries/crashes.test.ts",
    "tests/triggers/crashes.test.ts",
    "tests/webhooks/killed.test.ts",
  ]),
  row(
    "W3",
    "one of six receivers says nothing: the others get theirs meanwhile",
    ["tests/triggers/relay.test.ts"],
    "triggers:relay:others",
  ),
  row(
    "W4",
    "events while FileMaker Server is away: kept over a restart, delivered after its return, in order where asked for",
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
