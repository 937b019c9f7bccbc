import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";
import type { ConsoleObject } from "./built-console.ts";
import { deleteObjects } from "./empty-bucket.ts";

interface ConsoleUpload {
  readonly client: S3Client;
  readonly bucket: string;
  readonly objects: readonly ConsoleObject[];
  /** Invalidates these paths in caches. */
  readonly forget: (paths: readonly string[]) => Promise<void>;
}

/** Result of an upload. */
export interface UploadedConsole {
  readonly sent: readonly string[];
  readonly removed: readonly string[];
}

/** Object with the assets of the build in the bucket and of the previous build. */
const listName = "assets.json";
type Builds = readonly (readonly string[])[];

/**
 * Uploads a build of the console so that a browser always loads a complete page: assets first, the page last. Then deletes assets that
 * neither this build nor the previous one uses: open pages still load theirs.
 */
export async function uploadConsole({ client, bucket, objects, forget }: ConsoleUpload): Promise<UploadedConsole> {
  const present = await presentIn(client, bucket);
  const isAsset = ({ name }: ConsoleObject) => name.startsWith("assets/");
  const assets = objects.filter(isAsset);
  const pages = objects.filter((object) => !isAsset(object)).toSorted(indexLast);
  const builds = buildsNow(assets, present.has(listName) ? await buildsIn(client, bucket) : []);
  const sent: string[] = [];
  const send = async (object: ConsoleObject) => {
    await put(client, bucket, object);
    sent.push(object.name);
  };

  // Assets with the same name have the same content.
  for (const asset of assets) if (present.get(asset.name) !== asset.bytes.length) await send(asset);
  for (const page of pages) await send(page);
  await put(client, bucket, listOf(builds));
  await forget(["/", ...pages.map(({ name }) => `/${name}`)]);

  const kept = new Set(builds.flat());
  const removed = [...present.keys()].filter((name) => name.startsWith("assets/") && !kept.has(name));
  await deleteObjects(client, bucket, removed);
  return { sent, removed };
}

function indexLast(a: ConsoleObject, b: ConsoleObject): number {
  return Number(a.name === "index.html") - Number(b.name === "index.html");
}

/** Returns the size of each object in the bucket. */
async function presentIn(client: S3Client, Bucket: string): Promise<ReadonlyMap<string, number>> {
  const present = new Map<string, number>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    for (const { Key, Size } of Contents) if (Key !== undefined) present.set(Key, Size ?? 0);
  return present;
}

async function buildsIn(client: S3Client, Bucket: string): Promise<Builds> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: listName }));
  return JSON.parse((await Body?.transformToString()) ?? "[]");
}

/** Returns this build and the previous one. An unchanged build doesn't count as new. */
function buildsNow(assets: readonly ConsoleObject[], [last = [], ...older]: Builds): Builds {
  const names = assets.map(({ name }) => name).sort();
  return names.join() === last.join() ? [last, ...older] : [names, last];
}

function listOf(builds: Builds): ConsoleObject {
  const bytes = Buffer.from(JSON.stringify(builds));
  return { name: listName, bytes, contentType: "application/json; charset=utf-8", cacheControl: "no-cache" };
}

async function put(client: S3Client, Bucket: string, object: ConsoleObject): Promise<void> {
  const { name: Key, bytes: Body, contentType: ContentType, cacheControl: CacheControl } = object;
  await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }));
}
