import { type AwsCredentials, signedHeaders } from "#shared/aws/signed-headers.ts";

/** Region and identity for the calls of a command. */
export interface AwsCaller {
  readonly region: string;
  readonly credentials: AwsCredentials;
}

interface AwsCall {
  readonly service: string;
  /** Endpoint of the service, unless a variable such as `AWS_ENDPOINT_URL_CLOUDFRONT` overrides it. */
  readonly endpoint: string;
  /** @default {"POST"} */
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

const answerMs = 30_000;

/** Makes one call to an AWS service that has no client here, and returns its answer. @throws Error with the service's message */
export async function awsCall({ region, credentials }: AwsCaller, call: AwsCall): Promise<string> {
  const { service, endpoint, method = "POST", path, contentType, body } = call;
  const url = new URL(path, process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? endpoint);
  const answer = await fetch(url, {
    method,
    headers: {
      ...(await signedHeaders({ method, url, body, service, region, at: Date.now() }, credentials)),
      "content-type": contentType,
      // Minutes may pass before the next call while another program deploys; the connection would be closed by then.
      connection: "close",
    },
    ...(method === "POST" && { body }),
    signal: AbortSignal.timeout(answerMs),
  });
  const xml = await answer.text();
  if (!answer.ok)
    throw new Error(`${service} responded with HTTP ${answer.status}: ${textIn(xml, "Message") ?? "no reason given"}`);
  return xml;
}

/** Returns the text of the first element with a name. */
export function textIn(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([0-9a-f]+));/gi, (_, name, decimal, hex) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10))
      : (characters[String(name).toLowerCase()] ?? ""),
  );
}

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
