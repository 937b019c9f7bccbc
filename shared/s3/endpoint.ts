/** Position of the bucket in addresses: in the path, which every store supports, or in the host name, which AWS prefers. */
export type Addressing = "path" | "host";

export interface StoreAddress {
  /** `https://s3.eu-central-1.amazonaws.com`, with the base path of stores that have one, without a slash at its end. */
  readonly origin: string;
  readonly region: string;
  readonly addressing: Addressing;
}

/**
 * Returns the store at an address that an administrator entered. Region and addressing are derived from the host name if they aren't set.
 * Consoles of some stores show addresses with a bucket in the path or in the host name, which isn't part of the store's address.
 */
export function storeAddress(
  endpoint: string,
  region: string | undefined,
  addressing: Addressing | "auto",
): StoreAddress {
  const url = new URL(/^https?:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`);
  if (isAmazon(url.hostname)) url.hostname = url.hostname.replace(/^.+\.(?=s3[.-])/, "");
  const { origin, hostname } = url;
  const base = isAmazon(hostname) || isCloudflare(hostname) ? "" : url.pathname.replace(/\/+$/, "");
  return {
    origin: `${origin}${base}`,
    region: region || regionIn(hostname) || "us-east-1",
    addressing: addressing === "auto" ? (isAmazon(hostname) ? "host" : "path") : addressing,
  };
}

/**
 * Returns the address of a bucket or object. A bucket with a dot in its name is always in the path with HTTPS, because no certificate
 * covers such a host.
 */
export function objectUrl({ origin, addressing }: StoreAddress, bucket = "", key = ""): URL {
  const url = new URL(origin);
  const inHost = addressing === "host" && bucket !== "" && !(bucket.includes(".") && url.protocol === "https:");
  if (inHost) url.host = `${bucket}.${url.host}`;
  const segments = [...(inHost || bucket === "" ? [] : [bucket]), ...(key === "" ? [] : key.split("/"))];
  const base = url.pathname.replace(/\/+$/, "");
  // An address whose path ends with the bucket already names it.
  const named = !inHost && bucket !== "" && base.endsWith(`/${bucket}`) ? base.slice(0, -bucket.length - 1) : base;
  url.pathname = `${named}/${segments.map(escaped).join("/")}`;
  return url;
}

/** Percent-encodes text for signed addresses, once, as in RFC 3986. */
export function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isAmazon(hostname: string): boolean {
  return /\.amazonaws\.com(?:\.cn)?$/.test(hostname);
}

function isCloudflare(hostname: string): boolean {
  return hostname.endsWith(".r2.cloudflarestorage.com");
}

/**
 * Returns the region in a host name: `s3.eu-central-1.amazonaws.com`, `s3.us-west-002.backblazeb2.com`, `fra1.digitaloceanspaces.com`,
 * `nbg1.your-objectstorage.com`.
 */
function regionIn(hostname: string): string | undefined {
  if (isCloudflare(hostname)) return "auto";
  const [, afterS3] = /^s3[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z0-9]+)+)\./.exec(hostname) ?? [];
  if (afterS3 !== undefined) return afterS3;
  const [, first] = /^([a-z0-9-]+)\.(?:digitaloceanspaces|your-objectstorage)\.com$/.exec(hostname) ?? [];
  return first;
}
