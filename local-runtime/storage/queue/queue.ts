import { randomBytes } from "node:crypto";
import type { SQLOutputValue } from "node:sqlite";
import type { Clock } from "#shared/ports/clock.ts";
import { checkDelay, checkMessage, checkReceive } from "#shared/ports/limits/queue-limits.ts";
import { checkSchedule, checkScheduleName } from "#shared/ports/limits/schedule-limits.ts";
import type { Message, Queue, QueueSource, ReceivedMessage } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import { type Database, openDatabase, type Schema, startWaitMs } from "../database.ts";
import { notifier } from "../notifier.ts";
import { type SoleOpener, soleOpener } from "./sole-opener.ts";

export interface QueueOptions {
  /** Path of its own file, or ":memory:". */
  readonly file: string;
  readonly clock: Clock;
  /** Number of deliveries without acknowledgment after which a message becomes a dead letter. */
  readonly maxReceiveCount?: number;
  /** Interval in milliseconds at which a waiting receiver checks for messages of other processes. */
  readonly pollMs?: number;
}

/** The Queue port, both sides, and scheduled messages, in one SQLite file. */
export interface LocalQueue extends Queue, QueueSource {
  readonly schedules: Schedules;
  close(): void;
}

export function openQueue({ file, clock, maxReceiveCount = 5, pollMs = 1_000 }: QueueOptions): LocalQueue {
  const database = openDatabase(file, queueSchema);
  const statements = prepared(database, maxReceiveCount);
  const presence = openPresence(file, () => {
    // Their consumers have ended and will never acknowledge them. Nothing is served yet that waiting could block.
    database.connection.exec(`PRAGMA busy_timeout = ${startWaitMs}`);
    statements.giveBack.run(clock.now());
    database.connection.exec("PRAGMA busy_timeout = 0");
  });
  const inbound = notifier();
  const closing = new AbortController();

  /** Takes due messages. Every delivery gets its own receipt. */
  function take(
    maxMessages: number,
    visibilitySeconds: number,
    ending: AbortSignal,
  ): Promise<readonly ReceivedMessage[]> {
    return database.transaction(() => {
      if (ending.aborted) return []; // It waited for the file meanwhile.
      const now = clock.now();
      // The write that sends a schedule's message also deletes the schedule.
      if (statements.fall.run(now).changes > 0) statements.fallen.run(now);
      statements.bury.run(now);
      return statements.due.all(now, maxMessages).map((row) => {
        const { id, body, receiveCount } = delivery(row);
        const receipt = randomBytes(16).toString("base64url");
        statements.deliver.run(now + visibilitySeconds * 1000, receipt, id);
        return { id, body, receipt, receiveCount: receiveCount + 1 };
      });
    });
  }

  /** Returns milliseconds until an existing message becomes due. */
  async function untilNext(): Promise<number> {
    const next = (await database.run(() => statements.next.get()))?.visible_at ?? null;
    return next === null ? Number.POSITIVE_INFINITY : Math.max(0, Number(next) - clock.now());
  }

  return {
    async send(message: Message) {
      checkMessage(message);
      const due = clock.now() + (message.delaySeconds ?? 0) * 1000;
      await database.run(() => statements.send.run(message.body, due));
      inbound.notify();
    },
    async receive(options) {
      checkReceive(options);
      const { maxMessages, visibilitySeconds, waitSeconds = 0, signal } = options;
      const ending = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
      const deadline = clock.now() + waitSeconds * 1000;
      for (;;) {
        if (ending.aborted) return [];
        const notified = inbound.count;
        const taken = await take(maxMessages, visibilitySeconds, ending);
        const left = deadline - clock.now();
        if (taken.length > 0 || left <= 0 || ending.aborted) return taken;
        const waitMs = Math.min(left, pollMs, Math.max(1, await untilNext()));
        if (inbound.count === notified) await inbound.waitFor(clock, waitMs, ending);
      }
    },
    async acknowledge(receipts) {
      await database.transaction(() => {
        for (const receipt of receipts) statements.acknowledge.run(receipt);
      });
    },
    async release(receipt, delaySeconds) {
      checkDelay(delaySeconds, maxReleaseSeconds);
      await database.run(() => statements.release.run(clock.now() + delaySeconds * 1000, receipt));
      inbound.notify();
    },
    async deadLetters(limit) {
      return database.transaction(() => {
        statements.bury.run(clock.now());
        return statements.dead.all(limit).map(delivery);
      });
    },
    async redrive() {
      const moved = await database.transaction(() => {
        statements.bury.run(clock.now());
        return Number(statements.redrive.run(clock.now()).changes);
      });
      inbound.notify();
      return moved;
    },
    schedules: {
      async put(schedule) {
        checkSchedule(schedule);
        await database.run(() => statements.schedule.run(schedule.name, schedule.body, schedule.at));
        inbound.notify();
      },
      async remove(name) {
        checkScheduleName(name);
        await database.run(() => statements.unschedule.run(name));
      },
    },
    close() {
      closing.abort();
      if (!database.connection.isOpen) return;
      database.close();
      presence?.close();
    },
  };
}

/** In-memory data has no other users. */
function openPresence(file: string, alone: () => void): SoleOpener | undefined {
  return file === ":memory:" ? undefined : soleOpener(`${file}-open`, alone);
}

/** Maximum visibility timeout of SQS in seconds. */
const maxReleaseSeconds = 43_200;

/** Prefix of receipts of messages that wait for their next delivery without a consumer. */
const releasedPrefix = "released-";

const queueSchema: Schema = {
  name: "queue",
  applicationId: 0x4c4b7175,
  versions: [
    `CREATE TABLE messages (
       id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL, visible_at REAL NOT NULL,
       receive_count INTEGER NOT NULL DEFAULT 0, receipt TEXT UNIQUE, dead INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE INDEX messages_by_time ON messages (dead, visible_at, id);`,
    `CREATE TABLE schedules (name TEXT PRIMARY KEY, body TEXT NOT NULL, due_at REAL NOT NULL) STRICT;
     CREATE INDEX schedules_by_time ON schedules (due_at);`,
  ],
};

function prepared({ connection }: Database, maxReceiveCount: number) {
  const due = "dead = 0 AND visible_at <= ?";
  return {
    send: connection.prepare("INSERT INTO messages (body, visible_at) VALUES (?, ?)"),
    // A dead letter keeps its newest receipt, which can still acknowledge it.
    bury: connection.prepare(`UPDATE messages SET dead = 1 WHERE ${due} AND receive_count >= ${maxReceiveCount}`),
    due: connection.prepare(`SELECT * FROM messages WHERE ${due} ORDER BY visible_at, id LIMIT ?`),
    next: connection.prepare(
      `SELECT min(visible_at) AS visible_at FROM (
         SELECT min(visible_at) AS visible_at FROM messages WHERE dead = 0 UNION ALL SELECT min(due_at) FROM schedules)`,
    ),
    schedule: connection.prepare("INSERT OR REPLACE INTO schedules (name, body, due_at) VALUES (?, ?, ?)"),
    unschedule: connection.prepare("DELETE FROM schedules WHERE name = ?"),
    fall: connection.prepare(
      "INSERT INTO messages (body, visible_at) SELECT body, due_at FROM schedules WHERE due_at <= ? ORDER BY due_at",
    ),
    fallen: connection.prepare("DELETE FROM schedules WHERE due_at <= ?"),
    deliver: connection.prepare(
      "UPDATE messages SET visible_at = ?, receipt = ?, receive_count = receive_count + 1 WHERE id = ?",
    ),
    acknowledge: connection.prepare("DELETE FROM messages WHERE receipt = ?"),
    // A new receipt, because no consumer has it anymore.
    release: connection.prepare(
      `UPDATE messages SET visible_at = ?, receipt = '${releasedPrefix}' || hex(randomblob(16)) WHERE receipt = ? AND dead = 0`,
    ),
    giveBack: connection.prepare(
      `UPDATE messages SET visible_at = ?1 WHERE dead = 0 AND visible_at > ?1 AND receipt NOT LIKE '${releasedPrefix}%'`,
    ),
    dead: connection.prepare("SELECT * FROM messages WHERE dead = 1 ORDER BY id LIMIT ?"),
    redrive: connection.prepare(
      "UPDATE messages SET dead = 0, receive_count = 0, receipt = NULL, visible_at = ? WHERE dead = 1",
    ),
  };
}

function delivery({ id, body, receipt, receive_count }: Readonly<Record<string, SQLOutputValue>>): ReceivedMessage {
  return { id: String(id), body: String(body), receipt: String(receipt), receiveCount: Number(receive_count) };
}
