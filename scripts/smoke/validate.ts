import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { TemplateChecks } from "../deployment/change-set.ts";

/** Template and the name of its stack. */
interface NamedTemplate {
  readonly stack: string;
  readonly template: {
    readonly Description?: string;
    readonly Resources?: object;
    readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown; readonly MinLength?: number }>>;
  };
}

interface ValidationDependencies {
  readonly checks: Pick<TemplateChecks, "validate" | "plan">;
  /** Checks in the region of CloudFront functions. */
  readonly edgeChecks: Pick<TemplateChecks, "validate" | "plan">;
  readonly s3: Pick<S3Client, "send">;
  readonly region: string;
  readonly account: string;
  readonly print: (sentence: string) => void;
}

const templateName = "template.json";

/**
 * Lets CloudFormation validate the service's template and plan its deployment, without executing it, then small templates of stacks in the
 * region of CloudFront functions. The service's template is too large for a call, so a bucket holds it meanwhile.
 * @throws Error with CloudFormation's reason at the first template that it rejects
 */
export async function validateStacks(
  main: NamedTemplate,
  edge: readonly NamedTemplate[],
  { checks, edgeChecks, s3, region, account, print }: ValidationDependencies,
): Promise<void> {
  for (const { stack, template } of edge) {
    const source = { TemplateBody: JSON.stringify(template) };
    await edgeChecks.validate(source);
    print(`${stack}: ${described(await edgeChecks.plan(stack, source, placeholders(template)))}`);
  }
  const Bucket = `latchkey-validate-${account}-${region}-${crypto.randomUUID().slice(0, 8)}`;
  await s3.send(
    new CreateBucketCommand({
      Bucket,
      ...(region !== "us-east-1" && { CreateBucketConfiguration: { LocationConstraint: region as never } }),
    }),
  );
  try {
    await s3.send(new PutObjectCommand({ Bucket, Key: templateName, Body: JSON.stringify(main.template) }));
    const source = { TemplateURL: `https://${Bucket}.s3.${region}.amazonaws.com/${templateName}` };
    await checks.validate(source);
    print(`${main.stack}: ${described(await checks.plan(main.stack, source, placeholders(main.template)))}`);
  } finally {
    await s3.send(new DeleteObjectCommand({ Bucket, Key: templateName }));
    await s3.send(new DeleteBucketCommand({ Bucket }));
  }
}

/** Returns values for parameters without a default: no one uses them, because the plan isn't executed. */
function placeholders({ Parameters = {} }: NamedTemplate["template"]): Readonly<Record<string, string>> {
  const required = Object.entries(Parameters).filter(([, { Default }]) => Default === undefined);
  return Object.fromEntries(required.map(([name, { MinLength = 1 }]) => [name, "x".repeat(MinLength)]));
}

function described(changes: Readonly<Record<string, number>>): string {
  const parts = Object.entries(changes).map(([action, number]) => `${action} ${number}`);
  return `valid, and CloudFormation would change ${parts.length === 0 ? "nothing" : `these resources: ${parts.join(", ")}`}.`;
}
