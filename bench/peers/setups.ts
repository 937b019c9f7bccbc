import { readFile } from "node:fs/promises";
import type { ContestantName } from "./contestant.ts";
import { nginxVersion } from "./nginx.ts";

/** Description of each contestant's setup for readers. */
export const setups: Readonly<Record<ContestantName, string>> = {
  direct: "no proxy: the load speaks to the upstream",
  nginx:
    "one worker process without a master, keep-alive on both sides, no access log, nothing spooled to disk, request bodies not collected",
  "bare dispatch":
    "`node:http` and undici's `Pool.dispatch`: checks nothing and changes nothing, but gives up the upstream call when the client leaves and waits when it reads slowly",
  "http-proxy": "`node:http` and a keep-alive agent, as its manual advises",
  "@fastify/http-proxy": "fastify without logging, undici underneath, no limit on bodies",
  Latchkey:
    "as `npm start` runs it: key checked, FileMaker session pooled, addresses in answers rewritten, every call logged to a file",
};

/** Returns the versions of all installed contestants. */
export async function peerVersions(): Promise<Record<string, string>> {
  const nginx = await nginxVersion().catch(() => undefined); // The reason is in the list of absent peers.
  const fastify = `${await packageVersion("@fastify/http-proxy")} on fastify ${await packageVersion("fastify")}`;
  return {
    ...(nginx !== undefined && { nginx }),
    "bare dispatch": `undici ${await packageVersion("undici")}`,
    "http-proxy": await packageVersion("http-proxy"),
    "@fastify/http-proxy": fastify,
    Latchkey: await version(new URL("../../package.json", import.meta.url)),
  };
}

function packageVersion(name: string): Promise<string> {
  return version(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
}

async function version(file: URL): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(file, "utf8"));
  return version;
}
