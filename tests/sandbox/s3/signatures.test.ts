import { request } from "node:http";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, test } from "vitest";
import { aTarget, type Target } from "./a-target.ts";
import { example } from "./a-target-key.ts";

const object = { Bucket: "files", Key: "a folder/ü+&=.txt" };

describe("AWS's own examples of signatures", () => {
  // Amazon S3 API Reference, "Authenticating Requests (AWS Signature Version 4)": bucket examplebucket, key test.txt.
  const now = (): number => Date.UTC(2013, 4, 24);
  const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const headers = {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": nothing,
    "x-amz-date": "20130524T000000Z",
    authorization:
      "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request," +
      "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date," +
      "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  };

  /**
   * Returns the error code of a call. The path of the examples is a bucket here; only callers with a valid signature learn that it is
   * missing.
   */
  async function coded(target: Target, path: string, sent: Readonly<Record<string, string>>): Promise<string> {
    const { status, text } = await send(target, "GET", path, sent);
    return `${status} ${/<Code>(\w+)/.exec(text)?.[1]}`;
  }

  test("in the header", async () => {
    const target = await aTarget({ now });
    expect(await coded(target, "/test.txt", headers)).toBe("404 NoSuchBucket");
    expect(await coded(target, "/test.txt", { ...headers, range: "bytes=0-8" })).toBe("403 SignatureDoesNotMatch");
    expect(await coded(target, "/test.tx", headers)).toBe("403 SignatureDoesNotMatch");
  });

  test("in a presigned URL", async () => {
    const target = await aTarget({ now });
    const signature = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
    const path =
      "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256" +
      "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request" +
      `&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${signature}`;
    const { host } = headers;
    expect(await coded(target, path, { host })).toBe("404 NoSuchBucket");
    expect(await coded(target, path.replace("86400", "86401"), { host })).toBe("403 SignatureDoesNotMatch");
    expect(await coded(target, path, { host: "other.s3.amazonaws.com" })).toBe("403 SignatureDoesNotMatch");
  });
});

describe("an AWS client", () => {
  test("is accepted with its key, with any characters in an object's key or its metadata", async () => {
    const { client } = await aTarget();
    await client.send(new PutObjectCommand({ ...object, Body: "text", Metadata: { spaced: "a  b" } }));
    const answer = await client.send(new GetObjectCommand(object));
    expect([await answer.Body?.transformToString(), answer.Metadata]).toEqual(["text", { spaced: "a  b" }]);
  });

  const unknownCallers = {
    "another secret": [{ credentials: { ...example, secretAccessKey: "another" } }, "SignatureDoesNotMatch", 403],
    "an unknown key": [{ credentials: { ...example, accessKeyId: "AKIAUNKNOWN" } }, "InvalidAccessKeyId", 403],
    "another region": [{ region: "eu-central-1" }, "AuthorizationHeaderMalformed", 400],
    "a clock that is wrong by 20 minutes": [{ systemClockOffset: 20 * 60_000 }, "RequestTimeTooSkewed", 403],
  } as const;
  for (const [who, [config, name, status]] of Object.entries(unknownCallers)) {
    test(`with ${who} is rejected as ${name}`, async () => {
      const { another } = await aTarget();
      const attempt = another(config).send(new PutObjectCommand({ ...object, Body: "text" }));
      await expect(attempt).rejects.toMatchObject({ name, $metadata: { httpStatusCode: status } });
    });
  }

  test("without any signature is rejected", async () => {
    const target = await aTarget();
    expect(await send(target, "GET", "/files?list-type=2")).toMatchObject({ status: 403 });
    const malformed = await send(target, "GET", "/files", { authorization: "AWS4-HMAC-SHA256 nonsense" });
    expect([malformed.status, malformed.text]).toEqual([400, expect.stringContaining("AuthorizationHeaderMalformed")]);
  });
});

describe("a presigned URL", () => {
  async function presigned(options: { readonly expiresIn?: number; readonly signingDate?: Date } = {}) {
    const target = await aTarget();
    await target.client.send(new PutObjectCommand({ ...object, Body: "text" }));
    const url = await getSignedUrl(target.client, new GetObjectCommand(object), { expiresIn: 60, ...options });
    return { url, path: url.slice(target.origin.length), target };
  }

  test("works without a credential", async () => {
    const { target, path } = await presigned();
    expect(await send(target, "GET", path)).toMatchObject({ status: 200, text: "text" });
  });

  test("can name its bucket in the host", async () => {
    const target = await aTarget();
    await target.client.send(new PutObjectCommand({ ...object, Body: "text" }));
    const endpoint = target.origin.replace("127.0.0.1", "localhost");
    const client = target.another({ endpoint, forcePathStyle: false });
    const { host, pathname, search } = new URL(await getSignedUrl(client, new GetObjectCommand(object)));
    expect(host).toMatch(/^files\.localhost:/);
    expect(await send(target, "GET", pathname + search, { host })).toMatchObject({ status: 200, text: "text" });
    expect((await send(target, "GET", pathname + search, { host: host.replace("files", "other") })).status).toBe(403);
  });

  const past = new Date(Date.now() - 70_000);
  const future = new Date(Date.now() + 20 * 60_000);
  test("doesn't work once it has expired, or before its time", async () => {
    const expired = await presigned({ signingDate: past });
    const refusal = await send(expired.target, "GET", expired.path);
    expect([refusal.status, refusal.text]).toEqual([403, expect.stringContaining("Request has expired")]);
    const early = await presigned({ signingDate: future });
    expect((await send(early.target, "GET", early.path)).status).toBe(403);
  });

  test("is valid only for what was signed", async () => {
    const { target, path } = await presigned();
    const tampered = [
      path.replace("Expires=60", "Expires=61"),
      path.replace(".txt", ".tx"),
      `${path}&response-content-type=text%2Fhtml`,
      path.replace(/Signature=../, "Signature=00"),
    ];
    for (const one of tampered) expect((await send(target, "GET", one)).status).toBe(403);
    expect((await send(target, "PUT", path)).status).toBe(403);
    expect((await send(target, "HEAD", path)).status).toBe(403);
    expect((await send(target, "GET", path, { "x-amz-meta-added": "1" })).text).toContain("were not signed");
    const tooLong = await send(target, "GET", path.replace("Expires=60", "Expires=604801"));
    expect([tooLong.status, tooLong.text]).toEqual([400, expect.stringContaining("AuthorizationQueryParametersError")]);
  });
});

async function send(
  { origin }: Target,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const outgoing = request(origin, { method, path, headers, agent: false }, (answer) => {
    let text = "";
    answer.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
    answer.on("end", () => resolve({ status: answer.statusCode, text }));
  });
  outgoing.on("error", reject).end();
  return promise;
}
