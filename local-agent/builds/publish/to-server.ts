import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { type BuildDestination, buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { type CalloutAnswer, type CalloutCall, CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { Refused } from "../../refused.ts";
import type { Destination, PublishedFile, Publishing } from "./destination.ts";

type Server = Extract<BuildDestination, { readonly kind: "server" }>;
type Asked = Pick<CalloutCall, "method" | "headers" | "body"> & {
  readonly path: string;
  /** Where it goes on after the work has ended. */
  readonly ending?: AbortSignal;
};

/** How long one call may take: a part of a file over a slow line. Milliseconds. */
const callMs = 15 * 60_000;
/** The part of a file that is in memory at a time, where the other service takes as much. */
const partBytes = 8 * 1024 * 1024;
/** How often a file is gone on with that has not come further since. */
const mostTries = 6;
const largestAnswerBytes = 1_048_576;
/** How long a stop waits until what was brought is taken away again. Milliseconds. */
const removalMs = 5_000;

const Listing = z.object({ response: z.object({ uploadPartBytes: z.int().min(1) }) });
const AnyEnvelope = z.object({ messages: z.tuple([z.object({ text: z.string() })], z.unknown()) });

/** Below the backups there. What is not whole lies beside the inbox. */
const inbox = `backups/${buildsFolder}/inbox`;
const incoming = `backups/${buildsFolder}/incoming`;

/** The inbox of another service, by the uploads of its file browser (tus 1.0): what breaks off goes on where it stopped. @throws Refused */
export async function toServer(server: Server, { build, draft: name, context }: Publishing): Promise<Destination> {
  const { clock, signal } = context;
  const callouts = context.callouts(server.networks);
  const { origin, port, host } = new URL(server.address);
  const draft = `${incoming}/${name}`;
  const made = new Set<string>();
  let isFinished = false;

  /** @throws CalloutFailed for what may pass, Refused for what will not */
  const sent = async ({ path, headers, ending = signal, ...call }: Asked): Promise<CalloutAnswer> => {
    try {
      const answer = await callouts.call({
        ...{
          ...call,
          url: new URL(`${origin}${path}`),
          timeoutMs: callMs,
          largestBytes: largestAnswerBytes,
          signal: ending,
        },
        ...(port !== "" && { port: Number(port) }),
        headers: { Authorization: `Bearer ${server.token}`, ...headers },
      });
      if ([429, 502, 503, 504].includes(answer.status))
        throw new CalloutFailed(`${host} answered HTTP ${answer.status}${textIn(answer)}.`);
      return answer;
    } catch (thrown) {
      if (thrown instanceof CalloutRefused) throw new Refused("not-allowed", thrown.message, { cause: thrown });
      throw thrown;
    }
  };

  /** Does it again for a while where nothing answers. @throws Refused */
  const patiently = async <T>(attempt: (tries: number) => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(tries);
      } catch (thrown) {
        if (signal.aborted) throw new Refused("failed", "it was aborted");
        if (!(thrown instanceof CalloutFailed)) throw thrown;
        if (tries === mostTries) throw new Refused("failed", thrown.message, { cause: thrown });
        await clock.sleep(500 * 2 ** tries, signal);
      }
    }
  };

  const checked = (answer: CalloutAnswer, ...statuses: readonly number[]): CalloutAnswer => {
    if (statuses.includes(answer.status)) return answer;
    throw new Refused("failed", `${host} answered HTTP ${answer.status}${textIn(answer)}`);
  };

  const prefix = await patiently(async () => {
    for (const one of server.prefixes) {
      const answer = await sent({ method: "GET", path: `/${one}/api/info` });
      if (answer.status === 200 && AnyEnvelope.safeParse(jsonOf(answer)).success) return one;
    }
    throw new Refused("not-found", `no such service answers at ${host}`);
  });
  const api = `/${prefix}/api`;

  /** A call of the API with JSON. */
  const asked = (method: CalloutCall["method"], path: string, json?: unknown): Promise<CalloutAnswer> =>
    sent({
      method,
      path: `${api}/${path}`,
      ...(json !== undefined && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(json) }),
    });

  const listing = Listing.safeParse(jsonOf(checked(await patiently(() => asked("GET", "files?path=backups")), 200)));
  if (!listing.success) throw new Refused("failed", `${host} takes no uploads as this agent brings them`);
  const largestPart = Math.min(partBytes, listing.data.response.uploadPartBytes);

  const ensureFolder = async (path: string): Promise<void> => {
    if (path === "backups" || made.has(path)) return;
    await ensureFolder(dirname(path));
    // 409: it is there.
    checked(
      await patiently(() => asked("POST", "files/folder", { path: dirname(path), name: basename(path) })),
      200,
      409,
    );
    made.add(path);
  };

  const removal = {
    method: "DELETE",
    path: `${api}/files?path=${encodeURIComponent(draft)}&recursive=true&forGood=true`,
  } as const;
  checked(await patiently(() => sent(removal)), 200, 404);
  await ensureFolder(draft);

  return {
    async put(file, onBytes) {
      const folder = dirname(`${draft}/${file.name}`);
      await ensureFolder(folder);
      await uploaded(file, folder, onBytes);
    },

    async finish() {
      await ensureFolder(inbox);
      checked(await patiently(() => asked("DELETE", `build/${encodeURIComponent(build)}?inboxOrOutbox=inbox`)), 200);
      const move = { path: draft, toPath: inbox, name: build };
      // An answer that was lost leaves nothing to move.
      await patiently(async (tries) =>
        checked(await asked("POST", "files/move", move), 200, ...(tries > 0 ? [404] : [])),
      );
      isFinished = true;
      return `the inbox of ${host}`;
    },

    async close() {
      if (!isFinished) checked(await sent({ ...removal, ending: AbortSignal.timeout(removalMs) }), 200, 404);
    },
  };

  async function uploaded({ path, name, sizeBytes }: PublishedFile, folder: string, onBytes: (bytes: number) => void) {
    const tus = { "Tus-Resumable": "1.0.0" };
    const metadata = [`filename ${base64(basename(name))}`, `path ${base64(folder)}`, `replace ${base64("true")}`];
    const begun = await patiently(() =>
      sent({
        method: "POST",
        path: `${api}/files/uploads`,
        headers: { ...tus, "Upload-Length": String(sizeBytes), "Upload-Metadata": metadata.join(",") },
      }),
    );
    // Where it says that it is reached may be a name of its own network: it is called as the administrator named it.
    const location = new URL(checked(begun, 201).header("location") ?? "", origin).pathname;
    const held = async () => offsetIn(checked(await sent({ method: "HEAD", path: location, headers: tus }), 200));

    const file = await open(path);
    try {
      let offset = 0;
      const buffer = Buffer.allocUnsafe(Math.min(largestPart, Math.max(1, sizeBytes)));
      while (offset < sizeBytes) {
        const after = await patiently(async (tries) => {
          const start = tries === 0 ? offset : await held();
          if (start > offset) return start;
          const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
          if (bytesRead === 0) throw new Refused("changed", `${name} has changed its length`);
          const body = buffer.subarray(0, bytesRead);
          const headers = {
            ...tus,
            "Content-Type": "application/offset+octet-stream",
            "Upload-Offset": String(start),
            "Upload-Checksum": `sha256 ${createHash("sha256").update(body).digest("base64")}`,
          };
          return offsetIn(checked(await sent({ method: "PATCH", path: location, headers, body }), 204));
        });
        onBytes(after - offset);
        offset = after;
      }
      // An empty file is finished by being asked for.
      if (sizeBytes === 0) await patiently(held);
    } finally {
      await file.close();
    }
  }
}

function offsetIn(answer: CalloutAnswer): number {
  const offset = Number(answer.header("upload-offset") ?? Number.NaN);
  if (!Number.isSafeInteger(offset)) throw new Refused("failed", "the other server does not say how much it holds");
  return offset;
}

function jsonOf({ body }: CalloutAnswer): unknown {
  return jsonIn(new TextDecoder().decode(body));
}

/** What an answer says, for people. */
function textIn(answer: CalloutAnswer): string {
  const envelope = AnyEnvelope.safeParse(jsonOf(answer));
  return envelope.success ? `: ${envelope.data.messages[0].text.slice(0, 300)}` : "";
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
