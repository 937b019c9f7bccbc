import { basename, dirname } from "node:path";
import * as z from "zod";
import { type BuildDestination, buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { CalloutAnswer, CalloutCall } from "#shared/ports/callouts.ts";
import { Refused } from "../../refused.ts";
import type { Destination, PublishedFile, Publishing } from "./destination.ts";
import { AnyEnvelope, jsonOf, otherServer } from "./other-server.ts";
import { holdsBuild, type Target } from "./replaceable.ts";
import { partBytes, tusHeaders, uploadByTus } from "./tus-upload.ts";

type Server = Extract<BuildDestination, { readonly kind: "server" }>;

/** Milliseconds that a stop waits for an unfinished build to be deleted. */
const removalMs = 5_000;

const Listing = z.object({ response: z.object({ uploadPartBytes: z.int().min(1) }) });

const Stat = z.object({ response: z.object({ file: z.object({ type: z.string() }) }) });

/** Folders below the backups folder there. Unfinished builds are next to the inbox. */
const inbox = `backups/${buildsFolder}/inbox`;
const incoming = `backups/${buildsFolder}/incoming`;

/**
 * Opens the inbox of another service through the uploads of its file browser (tus 1.0), which can resume after an interruption.
 * @throws Refused
 */
export async function toServer(server: Server, { build, draft: name, context }: Publishing): Promise<Destination> {
  const headers = { Authorization: `Bearer ${server.token}` };
  const other = otherServer({ address: server.address, headers, networks: server.networks }, context);
  const { host, sent, patiently, checked } = other;
  const draft = `${incoming}/${name}`;
  const made = new Set<string>();
  let isFinished = false;

  const prefix = await patiently(async () => {
    for (const one of server.prefixes) {
      const answer = await sent({ method: "GET", path: `/${one}/api/info` });
      if (answer.status === 200 && AnyEnvelope.safeParse(jsonOf(answer)).success) return one;
    }
    throw new Refused("not-found", `there is no Latchkey service at ${host}`);
  });
  const api = `/${prefix}/api`;

  /** Calls the API with JSON. */
  const asked = (method: CalloutCall["method"], path: string, json?: unknown): Promise<CalloutAnswer> =>
    sent({
      method,
      path: `${api}/${path}`,
      ...(json !== undefined && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(json) }),
    });

  const listing = Listing.safeParse(jsonOf(checked(await patiently(() => asked("GET", "files?path=backups")), 200)));
  if (!listing.success) throw new Refused("failed", `${host} does not support this agent's upload protocol`);
  const largestPart = Math.min(partBytes, listing.data.response.uploadPartBytes);

  const target = `${inbox}/${build}`;
  await holdsBuild(build, {
    kind: await kindOf(target),
    shown: `${build} in the inbox of ${host}`,
    async read(file) {
      const answer = await patiently(() =>
        asked("GET", `files/download?path=${encodeURIComponent(`${target}/${file}`)}`),
      );
      return checked(answer, 200, 404).status === 404 ? undefined : new TextDecoder().decode(answer.body);
    },
  });

  const ensureFolder = async (path: string): Promise<void> => {
    if (path === "backups" || made.has(path)) return;
    await ensureFolder(dirname(path));
    // 409: it already exists.
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
      // If a response was lost, there is nothing left to move.
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

  async function kindOf(path: string): Promise<Target["kind"]> {
    const answer = await patiently(() => asked("GET", `files/stat?path=${encodeURIComponent(path)}`));
    if (checked(answer, 200, 404).status === 404) return "nothing";
    return Stat.safeParse(jsonOf(answer)).data?.response.file.type === "dir" ? "folder" : "other";
  }

  async function uploaded(file: PublishedFile, folder: string, onBytes: (bytes: number) => void): Promise<void> {
    const metadata = [`filename ${base64(basename(file.name))}`, `path ${base64(folder)}`, `replace ${base64("true")}`];
    const begun = await patiently(() =>
      sent({
        method: "POST",
        path: `${api}/files/uploads`,
        headers: {
          ...tusHeaders,
          "Upload-Length": String(file.sizeBytes),
          "Upload-Metadata": metadata.join(","),
        },
      }),
    );
    // The location may be a name in the other service's own network, so only its path is used with the configured address.
    const location = URL.parse(checked(begun, 201).header("location") ?? "", server.address)?.pathname;
    if (location === undefined) throw new Refused("failed", `${host} returned an upload address that isn't a URL`);
    await uploadByTus(other, file, { location, largestPart, from: 0 }, onBytes);
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
