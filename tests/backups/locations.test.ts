import { hash } from "node:crypto";
import { afterAll, beforeEach, expect } from "vitest";
import { probe } from "#shared/backups/locations/probe.ts";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aStore, storeAccount } from "./support/a-store.ts";

const store = await aStore();
const service = await testService({ decorate: (platform) => ({ ...platform, callouts: store.reached }) });
afterAll(async () => {
  await service.stop();
  await store.close();
});
beforeEach(() => {
  store.faults.decide = undefined;
});

const at = "/svc/api/settings/offsite/remotes";
const account = {
  endpoint: store.endpoint,
  access_key_id: storeAccount.accessKeyId,
  secret_access_key: storeAccount.secretAccessKey,
};
const place = { bucket_name: "fm-backups", remote_path: "/production/" };
const create = (body: object) => service.admin("POST", at, { ...account, ...body });
const list = async () => (await service.admin("GET", at)).body.response.remotes;

/** Makes the store reject calls as if the account lacked a right. */
const without = (isMissingRight: (method: string, query: URLSearchParams, path: string) => boolean) => {
  store.faults.decide = ({ method, url }) => {
    const { searchParams, pathname } = new URL(url, store.origin);
    return isMissingRight(method, searchParams, pathname) ? { error: "AccessDenied" } : undefined;
  };
};

verifies("backups:locations:tried", async () => {
  const { status, body } = await create({ remote_name: "Wasabi (Zürich)", ...place });
  expect(status).toBe(200);
  const { check, ...saved } = body.response;
  expect(saved).toEqual({ ok: true, remote_name: "wasabi-zurich" });
  expect(check).toMatchObject({
    bucket: "fm-backups",
    path: "production",
    rights: { list: "yes", put: "yes", get: "yes", multipart: "yes", abort: "yes", delete: "yes" },
    features: { conditionalPut: "yes", checksums: "yes", versioning: "no", objectLock: "no", endsUploads: "no" },
    isProtected: false,
    isPruned: true,
  });
  expect(check.remarks).toEqual([
    expect.stringContaining("has neither versioning nor Object Lock"),
    expect.stringContaining("has no lifecycle rule for unfinished uploads"),
  ]);
  expect((await list())["wasabi-zurich"]).toEqual({
    type: "s3",
    label: "Wasabi (Zürich)",
    endpoint: store.endpoint,
    access_key_id: storeAccount.accessKeyId,
    region: "eu-central-1",
    addressing: "auto",
    check,
    file_browser_hash: Buffer.from("offsite/wasabi-zurich").toString("base64url"),
  });
  const buckets = await service.admin("GET", `${at}/wasabi-zurich/buckets`);
  expect(buckets.body.response).toEqual({ buckets: ["demo", "fm-backups", "other"], remote_name: "wasabi-zurich" });
  expect(await create({ remote_name: "wasabi zurich" })).toRefuseWith("offsite_location_exists");
});

verifies(
  "backups:locations:tried",
  "without delete permission, it is saved, and the response explains the consequences",
  async () => {
    without((method) => method === "DELETE");
    const { body } = await create({ remote_name: "append only", ...place });
    const { check } = body.response;
    expect(check).toMatchObject({ rights: { delete: "no", abort: "no" }, isPruned: false });
    expect(check.remarks.join("\n")).toMatch(/doesn't prune old backups.*can't abort uploads/s);
    // The right has been granted meanwhile.
    store.faults.decide = undefined;
    const again = await service.admin("POST", `${at}/append-only/check`);
    expect(again.body.response.check).toMatchObject({ path: "production", isPruned: true });
    expect((await list())["append-only"].check.isPruned).toBe(true);
  },
);

verifies("backups:locations:tried", "a setting that can't be read from the bucket is unknown", async () => {
  store.faults.decide = ({ method, url }) => {
    const { searchParams } = new URL(url, store.origin);
    return ["versioning", "object-lock", "lifecycle"].some((name) => searchParams.has(name)) && method === "GET"
      ? { error: "AccessDenied" }
      : undefined;
  };
  const { body } = await create({ remote_name: "silent", ...place });
  expect(body.response.check.features).toMatchObject({
    versioning: "unknown",
    objectLock: "unknown",
    endsUploads: "unknown",
  });
});

verifies("backups:locations:tried", "a store that ignores conditions is detected", async () => {
  const client = storeClient({
    address: storeAddress(store.endpoint, undefined, "auto"),
    credentials: storeAccount,
    call: store.reached.call,
    clock: systemClock,
  });
  // Like Garage: it answers 200, and overwrites the object.
  const ignoring = { ...client, put: (bucket: string, key: string, body: Uint8Array) => client.put(bucket, key, body) };
  const check = await probe(ignoring, { bucket: "fm-backups", path: "" }, systemClock.now(), Buffer.alloc(32));
  expect(check.features.conditionalPut).toBe("no");
});

verifies("backups:locations:tried", "a bucket with Object Lock gets a digest with each upload", async () => {
  /** Rejects uploads without a digest, as S3 and Backblaze B2 do for a default retention. B2 knows no checksum headers. */
  const lockedBy =
    (knowsChecksums: boolean): typeof store.reached.call =>
    async (request) => {
      const { method, url, headers = {} } = request;
      const names = Object.keys(headers).map((name) => name.toLowerCase());
      const isUpload = method === "PUT";
      const hasChecksum = names.some((name) => name.startsWith("x-amz-checksum-"));
      if (!isUpload || names.includes("content-md5") || (hasChecksum && knowsChecksums))
        return store.reached.call(request);
      const message =
        "Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters";
      const body = Buffer.from(`<Error><Code>InvalidRequest</Code><Message>${message}</Message></Error>`);
      return { status: 400, header: () => undefined, body, url } as unknown as Awaited<
        ReturnType<typeof store.reached.call>
      >;
    };
  const here = { bucket: "fm-backups", path: "locked" };
  for (const knowsChecksums of [true, false]) {
    const client = storeClient({
      address: storeAddress(store.endpoint, undefined, "auto"),
      credentials: storeAccount,
      call: lockedBy(knowsChecksums),
      clock: systemClock,
    });
    const check = await probe(client, here, systemClock.now(), Buffer.alloc(32));
    expect(check.rights).toMatchObject({ put: "yes", get: "yes", multipart: "yes" });
    expect(check.features.checksums).toBe(knowsChecksums ? "yes" : "no");
    const uploadId = await client.createUpload("fm-backups", "locked/part");
    const pieces = async function* () {
      yield Buffer.from("part");
    };
    const md5 = hash("md5", "part", "base64");
    const body = { sizeBytes: 4, pieces };
    const at = { bucket: "fm-backups", key: "locked/part", uploadId, number: 1 };
    expect((await client.putPart(at, { body, sha256: hash("sha256", "part"), md5 })).tag).not.toBe("");
    await client.abortUpload("fm-backups", "locked/part", uploadId);
  }
});

verifies("backups:locations:tried", "the sentence of the store explains what it refuses", async () => {
  const client = storeClient({
    address: storeAddress(store.endpoint, undefined, "auto"),
    credentials: storeAccount,
    async call(request) {
      if (request.method !== "PUT") return store.reached.call(request);
      const body = Buffer.from("<Error><Code>InvalidRequest</Code><Message>Only on\n Mondays.</Message></Error>");
      return { status: 400, header: () => undefined, body } as unknown as Awaited<
        ReturnType<typeof store.reached.call>
      >;
    },
    clock: systemClock,
  });
  const check = await probe(client, { bucket: "fm-backups", path: "" }, systemClock.now(), Buffer.alloc(32));
  expect(check.refusals.put).toBe("The object store responded with InvalidRequest (HTTP 400): Only on Mondays.");
});

verifies("backups:locations:tried", "an endpoint with a path is saved", async () => {
  const saved = await create({ remote_name: "with path", ...place, endpoint: `${store.endpoint}/fm-backups` });
  expect(saved.body.response.check).toMatchObject({ rights: { list: "yes", put: "yes" } });
  for (const endpoint of [`${store.endpoint}/a?b`, `${store.endpoint}/../x`, `${store.endpoint}//x`])
    expect(await create({ remote_name: "never", ...place, endpoint }), endpoint).toRefuseWith("input_invalid");
});

verifies(
  "backups:locations:tried",
  "a store that verifies checksums of objects but not of parts gets none",
  async () => {
    const client = storeClient({
      address: storeAddress(store.endpoint, undefined, "auto"),
      credentials: storeAccount,
      call: store.reached.call,
      clock: systemClock,
    });
    const here = { bucket: "fm-backups", path: "" };
    const refuse = (code: string) => async () => Promise.reject(new StoreRefused(code, 501));
    const createUpload: typeof client.createUpload = (bucket, key, { checksum } = {}) =>
      checksum === true ? refuse("NotImplemented")() : client.createUpload(bucket, key);
    for (const change of [{ createUpload }, { putPart: refuse("InvalidRequest") }]) {
      const check = await probe({ ...client, ...change }, here, systemClock.now(), Buffer.alloc(32));
      expect(check).toMatchObject({ rights: { multipart: "yes", abort: "yes" }, features: { checksums: "no" } });
    }
  },
);

verifies("backups:locations:refused", async () => {
  for (const [remote, change, sentence] of [
    ["secret", { secret_access_key: "wrong" }, /secret key doesn't match the access key/],
    ["key", { access_key_id: "AKIDOTHER" }, /Unknown access key/],
    ["bucket", { bucket_name: "missing" }, /bucket doesn.t exist/],
    ["region", { region: "us-west-2" }, /another region/],
  ] as const) {
    const answer = await create({ remote_name: remote, ...place, ...change });
    expect(answer).toRefuseWith("offsite_store_refused");
    expect(answer.body.messages[0].text).toMatch(sentence);
  }
  for (const [right, isMissingRight] of [
    ["Can't list objects", (method: string, query: URLSearchParams) => method === "GET" && query.has("list-type")],
    ["Can't put objects", (method: string) => method === "PUT"],
    [
      "Can't get objects",
      (method: string, _query: URLSearchParams, path: string) => method === "GET" && path.endsWith("probe"),
    ],
    ["Can't upload in parts", (method: string) => method === "POST"],
  ] as const) {
    without(isMissingRight);
    const answer = await create({ remote_name: "lacking", ...place });
    expect(answer).toRefuseWith("offsite_store_refused");
    expect(answer.body.messages[0].text).toContain(`${right}: The access key has no permission for this.`);
    expect(answer.body.response.check.remarks[0]).toContain(right);
  }
  expect(Object.keys(await list())).not.toContain("lacking");
});

verifies("backups:locations:refused", "an account that can't list its buckets is asked for one", async () => {
  without((method, query) => method === "GET" && query.size === 0);
  expect(await create({ remote_name: "one bucket" })).toRefuseWith("offsite_bucket_needed");
  store.faults.decide = undefined;
  const { body } = await create({ remote_name: "one bucket" });
  expect(body.response.check).toBeNull();
  expect(await service.admin("POST", `${at}/one-bucket/check`)).toRefuseWith("offsite_bucket_needed");
  expect(await service.admin("POST", `${at}/one-bucket/check`, { bucket_name: "other" })).toSucceed();
});

verifies(
  "backups:locations:refused",
  "an unavailable store and an address that isn't a store are distinguished",
  async () => {
    store.faults.decide = () => "reset";
    expect(await create({ remote_name: "away", ...place })).toRefuseWith("offsite_store_away");
    store.faults.decide = undefined;
    const elsewhere = await create({
      remote_name: "elsewhere",
      endpoint: service.sandbox.origin.replace("127.0.0.1", "fms.example.com"),
    });
    expect(elsewhere).toRefuseWith("offsite_store_refused");
    for (const body of [
      { endpoint: "https://user:pass@store.example.com" },
      { endpoint: "store.example.com/bucket?x" },
      { remote_path: "a/../b" },
    ])
      expect((await create({ remote_name: "wrong", ...body })).status).toBe(400);
    expect(await service.admin("GET", `${at}/away/buckets`)).toRefuseWith("offsite_location_not_found");
  },
);

verifies("backups:locations:changed", async () => {
  await create({ remote_name: "changing", ...place });
  const patch = (body: object) => service.admin("PATCH", `${at}/changing`, body);
  expect(await patch({ remote_path: "staging" })).toSucceed();
  expect((await list()).changing).toMatchObject({ check: { path: "staging" } });
  // A user who can edit a location must not learn its secret through a server of their own.
  expect(await patch({ endpoint: "https://store.attacker.example" })).toRefuseWith("offsite_secret_needed");
  expect(await patch({ secret_access_key: "wrong" })).toRefuseWith("offsite_store_refused");
  expect((await service.admin("POST", `${at}/changing/check`)).body.response.check.isPruned).toBe(true);
  expect(await service.admin("DELETE", `${at}/changing`)).toSucceed();
  expect(await service.admin("DELETE", `${at}/changing`)).toRefuseWith("offsite_location_not_found");
  expect(await patch({ remote_path: "x" })).toRefuseWith("offsite_location_not_found");
});

verifies("backups:locations:secret", async () => {
  const created = await create({ remote_name: "sealed", ...place });
  const listed = await service.admin("GET", at);
  for (const text of [created.text, listed.text, JSON.stringify(await service.rows("offsite-locations"))])
    expect(text).not.toContain(storeAccount.secretAccessKey);
  expect(listed.text).toContain("sealed");
});
