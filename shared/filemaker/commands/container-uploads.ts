import type { Ids } from "#shared/ports/ids.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { type Answer, answerOf } from "../answer.ts";
import type { Pool } from "../sessions/pool.ts";
import type { SessionPool } from "../sessions/session-pool.ts";
import { CollectedAnswer } from "../wire/collected-answer.ts";
import { multipartForm, type SentFile } from "../wire/file-body.ts";
import { dataPath, inSession } from "./in-session.ts";

/** File to upload into a container field. */
export interface ContainerUpload {
  /** Path of the field after the database's name, percent-encoded. */
  readonly path: string;
  readonly file: SentFile;
  /** Timeout for the whole upload. Milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Uploads files into container fields while they are read, in pooled sessions of an account.
 * @throws ServiceError if there is no session or no response
 */
export type ContainerUploads = (pool: Pool, upload: ContainerUpload) => Promise<Answer>;

const nonceBytes = 18;
const largestAnswerBytes = 1_000_000;

export function containerUploads({
  outbound,
  sessions,
  ids,
}: {
  readonly outbound: Outbound;
  readonly sessions: SessionPool;
  readonly ids: Pick<Ids, "bytes">;
}): ContainerUploads {
  return (pool, { path, file, timeoutMs }) =>
    inSession(sessions, { pool, kind: "script" }, async (token) => {
      const { headers, content } = multipartForm(file, Buffer.from(ids.bytes(nonceBytes)).toString("hex"));
      const answer = new CollectedAnswer(timeoutMs, largestAnswerBytes);
      const request = {
        method: "POST",
        path: dataPath(pool, path),
        headers: ["Authorization", `Bearer ${token}`, ...headers],
        body: content,
        headersTimeoutMs: timeoutMs,
        bodyTimeoutMs: timeoutMs,
      };
      answer.follow(outbound.relay(request, answer));
      return answerOf(await answer.promise);
    });
}
