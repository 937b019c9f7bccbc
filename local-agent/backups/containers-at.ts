import {
  containerManifestName,
  filesInManifest,
  type ManifestFile,
  maxManifestBytes,
} from "#shared/backups/restores/manifest.ts";
import type { ObjectPage } from "#shared/s3/store-client.ts";
import type { StoreAt } from "./store-at.ts";

type StoredObject = ObjectPage["objects"][number];

/** Stored copy of an external container folder. */
interface ContainersAt {
  /** Objects by their file's path below the folder. */
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Manifest entries by the same paths. Doesn't include files of interrupted runs. */
  readonly described: ReadonlyMap<string, ManifestFile>;
}

/** Lists the stored copy of an external container folder, named `container1` or `container2`. @throws Refused */
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
