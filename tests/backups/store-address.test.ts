import { expect } from "vitest";
import { isProtected, isPruned } from "#shared/backups/locations/rules.ts";
import { objectUrl, storeAddress } from "#shared/s3/endpoint.ts";
import { verifies } from "../support/verifies.ts";

const key = "production/dbs/Täglich 1+1/manifest.json";
const path = "production/dbs/T%C3%A4glich%201%2B1/manifest.json";

verifies("backups:locations:addressed", () => {
  for (const [endpoint, addressing, bucket, region, url] of [
    ["s3.eu-central-1.amazonaws.com", "auto", "fm", "eu-central-1", "https://fm.s3.eu-central-1.amazonaws.com/"],
    ["s3.eu-central-1.amazonaws.com", "path", "fm", "eu-central-1", "https://s3.eu-central-1.amazonaws.com/fm/"],
    // No certificate covers a host name that contains a bucket name with a dot.
    ["s3.amazonaws.com", "auto", "fm.backups", "us-east-1", "https://s3.amazonaws.com/fm.backups/"],
    ["http://minio:9000/", "auto", "fm", "us-east-1", "http://minio:9000/fm/"],
    ["http://minio:9000", "host", "fm", "us-east-1", "http://fm.minio:9000/"],
    ["s3.us-west-002.backblazeb2.com", "auto", "fm", "us-west-002", "https://s3.us-west-002.backblazeb2.com/fm/"],
    ["fra1.digitaloceanspaces.com", "host", "fm", "fra1", "https://fm.fra1.digitaloceanspaces.com/"],
    ["nbg1.your-objectstorage.com", "auto", "fm", "nbg1", "https://nbg1.your-objectstorage.com/fm/"],
    ["a1b2.r2.cloudflarestorage.com", "auto", "fm", "auto", "https://a1b2.r2.cloudflarestorage.com/fm/"],
    // As consoles show them: with the bucket, or with a base path.
    ["https://a1b2.r2.cloudflarestorage.com/fm", "auto", "fm", "auto", "https://a1b2.r2.cloudflarestorage.com/fm/"],
    ["fm.s3.eu-central-1.amazonaws.com", "auto", "fm", "eu-central-1", "https://fm.s3.eu-central-1.amazonaws.com/"],
    ["fm.s3.eu-central-1.amazonaws.com", "path", "fm", "eu-central-1", "https://s3.eu-central-1.amazonaws.com/fm/"],
    ["a-b.fm.s3.amazonaws.com", "auto", "a-b.fm", "us-east-1", "https://s3.amazonaws.com/a-b.fm/"],
    ["https://abc.supabase.co/storage/v1/s3/", "auto", "fm", "us-east-1", "https://abc.supabase.co/storage/v1/s3/fm/"],
    ["https://store.example.com/fm", "auto", "fm", "us-east-1", "https://store.example.com/fm/"],
    ["https://store.example.com/s3-fm", "auto", "fm", "us-east-1", "https://store.example.com/s3-fm/fm/"],
  ] as const) {
    const address = storeAddress(endpoint, undefined, addressing);
    expect(address.region, endpoint).toBe(region);
    expect(objectUrl(address, bucket, key).href, endpoint).toBe(`${url}${path}`);
  }
  // The administrator's region wins over the region in the address.
  expect(storeAddress("s3.eu-central-1.amazonaws.com", "eu-west-1", "auto").region).toBe("eu-west-1");
});

verifies("backups:locations:protected", () => {
  const found = (versioning: "yes" | "no" | "unknown", objectLock: "yes" | "no" | "unknown") =>
    isProtected({
      features: { versioning, objectLock, conditionalPut: "yes", checksums: "yes", endsUploads: "yes" },
    });
  expect([found("yes", "no"), found("no", "yes")]).toEqual([true, true]);
  // A feature that wasn't detected protects nothing.
  for (const nothing of ["no", "unknown"] as const) expect(found(nothing, nothing)).toBe(false);
  // A key without the right to delete can still overwrite: nothing is pruned with it, and nothing is protected.
  for (const remove of ["no", "unknown"] as const) {
    const rights = { list: "yes", put: "yes", get: "yes", multipart: "yes", abort: "no", delete: remove } as const;
    expect(isPruned({ rights })).toBe(false);
  }
});
