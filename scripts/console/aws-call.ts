import { type AwsCredentials, signedHeaders } from "#shared/aws/signed-headers.ts";

/** Where a command sends its calls, and with which identity. */
export interface AwsCaller {
  readonly region: string;
  readonly credentials: AwsCredentials;
}

interface AwsCall {
  readonly service: string;
  /** Where the service answers, unless a variable such as `AWS_ENDPOINT_URL_CLOUDFRONT` names another place. */
  readonly endpoint: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

const answerMs = 30_000;

/** Posts one call to a service of AWS that has no client here, and answers its XML. @throws Error with the service's own sentence */
export async function awsCall({ region, credentials }: AwsCaller, call: AwsCall): Promise<string> {
  const { service, endpoint, path, contentType, body } = call;
  const url = new URL(path, process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? endpoint);
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      ...(await signedHeaders({ method: "POST", url, body, service, region, at: Date.now() }, credentials)),
      "content-type": contentType,
    },
    body,
    signal: AbortSignal.timeout(answerMs),
  });
  const xml = await answer.text();
  if (!answer.ok)
    throw new Error(`${service} answered HTTP ${answer.status}: ${textIn(xml, "Message") ?? "without a reason"}`);
  return xml;
}

/** The text of the first element of a name. */
export function textIn(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}
