import { createHash } from "node:crypto";
import { type AwsCaller, awsCall } from "../deployment/aws-call.ts";

/** Invalidates paths in a CloudFront distribution. CloudFront requests are signed for one region, no matter where the stack is. */
export async function invalidate(
  { credentials }: AwsCaller,
  distribution: string,
  paths: readonly string[],
  at: number,
) {
  const items = paths.map((path) => `<Path>${path}</Path>`).join("");
  // The same call twice is one invalidation.
  const reference = `console-${at}-${createHash("sha256").update(items).digest("hex").slice(0, 16)}`;
  await awsCall(
    { region: "us-east-1", credentials },
    {
      service: "cloudfront",
      endpoint: "https://cloudfront.amazonaws.com",
      path: `/2020-05-31/distribution/${distribution}/invalidation`,
      contentType: "application/xml",
      body:
        `<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Paths><Quantity>${paths.length}</Quantity>` +
        `<Items>${items}</Items></Paths><CallerReference>${reference}</CallerReference></InvalidationBatch>`,
    },
  );
}
