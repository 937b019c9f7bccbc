/** Where buckets are in an address: in its path, as every store understands it, or in the name of the host, as AWS wants it. */
export type Addressing = "path" | "host";

/** An S3-compatible store. */
export interface StoreAddress {
  /** `https://s3.eu-central-1.amazonaws.com`, without a path. */
  readonly origin: string;
  readonly region: string;
  readonly addressing: Addressing;
}

/** The store behind an address as administrators write it, with what its name says of region and addressing where they do not. */
export function storeAddress(
  endpoint: string,
  region: string | undefined,
  addressing: Addressing | "auto",
): StoreAddress {
  const { origin, hostname } = new URL(/^https?:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`);
  return {
    origin,
    region: region || regionIn(hostname) || "us-east-1",
    addressing: addressing === "auto" ? (isAmazon(hostname) ? "host" : "path") : addressing,
  };
}

/** The address of a bucket, or of an object in it. A bucket with a dot in its name fits no certificate of hosts. */
export function objectUrl({ origin, addressing }: StoreAddress, bucket = "", key = ""): URL {
  const url = new URL(origin);
  const inHost = addressing === "host" && bucket !== "" && !(bucket.includes(".") && url.protocol === "https:");
  if (inHost) url.host = `${bucket}.${url.host}`;
  const segments = [...(inHost || bucket === "" ? [] : [bucket]), ...(key === "" ? [] : key.split("/"))];
  url.pathname = `/${segments.map(escaped).join("/")}`;
  return url;
}

/** What stands in a signed address is escaped as RFC 3986 says, and once. */
export function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isAmazon(hostname: string): boolean {
  return /\.amazonaws\.com(?:\.cn)?$/.test(hostname);
}

/** `s3.eu-central-1.amazonaws.com`, `s3.us-west-002.backblazeb2.com`, `fra1.digitaloceanspaces.com`, `nbg1.your-objectstorage.com`. */
function regionIn(hostname: string): string | undefined {
  if (hostname.endsWith(".r2.cloudflarestorage.com")) return "auto";
  const [, afterS3] = /^s3[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z0-9]+)+)\./.exec(hostname) ?? [];
  if (afterS3 !== undefined) return afterS3;
  const [, first] = /^([a-z0-9-]+)\.(?:digitaloceanspaces|your-objectstorage)\.com$/.exec(hostname) ?? [];
  return first;
}
