import {
  containerManifestName,
  filesInManifest,
  type ManifestFile,
  maxManifestBytes,
} from "#shared/backups/restores/manifest.ts";
import type { ObjectPage } from "#shared/s3/store-client.ts";
import type { StoreAt } from "./store-at.ts";

type StoredObject = ObjectPage["objects"][number];

/** What lies at a store of an external container folder. */
interface ContainersAt {
  /** Its objects, by the ways of their files below the folder. */
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** What the manifest says of files, by the same ways. Of what a run has sent that did not come to its end it says nothing. */
  readonly described: ReadonlyMap<string, ManifestFile>;
}

/** Lists what lies there of an external container folder, called `container1` or `container2`. @throws Refused */
export async function containersAt(at: StoreAt, container: string): Promise<ContainersAt> {
  const prefix = `${at.keyOf(container)}/`;
  const key = at.keyOf(containerManifestName(container));
  const listed = await at.objects(at.keyOf(container));
  const below = listed.filter((object) => object.key.startsWith(prefix) && !object.key.endsWith("/"));
  const isDescribed = listed.some((object) => object.key === key);
  const files = isDescribed
    ? filesInManifest(await at.asked(() => at.store.get(at.bucket, key, maxManifestBytes)))
    : [];
  return {
    objects: new Map(below.map((object) => [object.key.slice(prefix.length), object])),
    described: new Map(files.map((file) => [file.name, file])),
  };
}
