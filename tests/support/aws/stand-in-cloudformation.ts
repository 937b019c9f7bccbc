import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { onTestFinished } from "vitest";
import type { Template } from "../../../sandbox/aws/cloudformation/template.ts";
import { type Capability, validateTemplate } from "../../../sandbox/aws/cloudformation/validate.ts";
import { specificationOf } from "../../../scripts/dev-aws/resource-specification.ts";

const specification = specificationOf(loadAwsServiceSpecSync());

interface StandInStack {
  status: string;
  template: {
    readonly Metadata?: object;
    readonly Parameters?: Readonly<Record<string, { readonly Default?: string }>>;
    readonly Outputs?: Readonly<Record<string, unknown>>;
  };
  /** Values of parameters that an update set. */
  values?: Readonly<Record<string, string>>;
  /** Number of descriptions that still return IN_PROGRESS. */
  underWay: number;
}

/**
 * Starts a stand-in for CloudFormation as its API reference describes it: while a stack is created, updated or deleted, its status ends in
 * IN_PROGRESS. A missing stack is a ValidationError, and so are an update without changes and an invalid template. Resources aren't created
 * (sandbox/aws/cloudformation/ does that): the value of an output is what it refers to.
 */
export async function standInCloudFormation() {
  const stacks = new Map<string, StandInStack>();
  const actions: string[] = [];
  const bodies: URLSearchParams[] = [];
  /** From "Delete Lambda@Edge functions and replicas": a function with replicas can't be deleted until they are gone, which takes hours. */
  let hasReplicas = false;

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const parameters = new URLSearchParams(body);
    bodies.push(parameters);
    const [, region = ""] =
      /Credential=[^/]+\/\d+\/([a-z0-9-]+)\/cloudformation/.exec(request.headers.authorization ?? "") ?? [];
    const action = parameters.get("Action") ?? "";
    const name = parameters.get("StackName") ?? "";
    if (!action.startsWith("Describe") && !action.startsWith("Get")) actions.push(`${action} ${name} ${region}`);
    const [status, xml] = outcome(() => answered(action, `${region}/${name}`, name, parameters));
    response.writeHead(status, { "content-type": "text/xml" }).end(xml);
  });

  function answered(action: string, key: string, name: string, parameters: URLSearchParams): string {
    const found = stacks.get(key);
    const template = () => validTemplate(parameters);
    switch (action) {
      case "CreateStack":
        if (found !== undefined) throw new Error(`Stack [${name}] already exists`);
        stacks.set(key, { status: "CREATE_COMPLETE", template: template(), underWay: 2 });
        return "";
      case "CreateChangeSet":
        stacks.set(key, { status: "REVIEW_IN_PROGRESS", template: template(), underWay: 0 });
        return "";
      case "DescribeChangeSet":
        return "<DescribeChangeSetResult><Status>CREATE_COMPLETE</Status></DescribeChangeSetResult>";
    }
    if (found === undefined) throw new Error(`Stack with id ${name} does not exist`);
    switch (action) {
      case "DescribeStacks": {
        const isUnderWay = found.underWay > 0;
        if (isUnderWay) found.underWay -= 1;
        if (!isUnderWay && found.status === "DELETE_COMPLETE") {
          stacks.delete(key);
          throw new Error(`Stack with id ${name} does not exist`);
        }
        return describedStack(isUnderWay ? found.status.replace(/_[A-Z]+$/, "_IN_PROGRESS") : found.status, found);
      }
      case "GetTemplateSummary":
        return `<Metadata>${escaped(JSON.stringify(found.template.Metadata ?? {}))}</Metadata>`;
      case "ExecuteChangeSet":
        Object.assign(found, { status: "IMPORT_COMPLETE", underWay: 2 });
        return "";
      case "UpdateStack":
        // Only a deletion ends this state.
        if (found.status === "ROLLBACK_COMPLETE")
          throw new Error(`Stack:${name} is in ROLLBACK_COMPLETE state and can not be updated.`);
        if (parameters.get("UsePreviousTemplate") === "true") {
          Object.assign(found, {
            status: "UPDATE_COMPLETE",
            values: { ...found.values, ...valuesIn(parameters) },
            underWay: 2,
          });
          return "";
        }
        if (JSON.stringify(template()) === JSON.stringify(found.template))
          throw new Error("No updates are to be performed.");
        Object.assign(found, { status: "UPDATE_COMPLETE", template: template(), underWay: 2 });
        return "";
      case "DeleteStack":
        Object.assign(found, { status: hasReplicas ? "DELETE_FAILED" : "DELETE_COMPLETE", underWay: 2 });
        return "";
      default:
        throw new Error(`${action} is not known to this stand-in`);
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    actions,
    bodies,
    setReplicas(has: boolean): void {
      hasReplicas = has;
    },
    /** Adds an existing stack. */
    stand(region: string, name: string, template: StandInStack["template"], status = "UPDATE_COMPLETE"): void {
      stacks.set(`${region}/${name}`, { status, template, underWay: 0 });
    },
    fall: (region: string, name: string) => void stacks.delete(`${region}/${name}`),
  };
}

function outcome(answer: () => string): readonly [status: number, xml: string] {
  try {
    return [200, answer()];
  } catch (error) {
    const message = escaped(error instanceof Error ? error.message : String(error));
    return [
      400,
      `<ErrorResponse><Error><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
    ];
  }
}

/** @throws RequestRejected if CloudFormation would reject the template, or a role in it without the request's capabilities */
function validTemplate(parameters: URLSearchParams): Template & StandInStack["template"] {
  const template = JSON.parse(parameters.get("TemplateBody") ?? "");
  const capabilities = [...parameters]
    .filter(([name]) => name.startsWith("Capabilities.member."))
    .map(([, capability]) => capability as Capability);
  validateTemplate(template, { specification, capabilities, isInBucket: false });
  return template;
}

function valuesIn(parameters: URLSearchParams): Record<string, string> {
  const keys = [...parameters].filter(([name]) => name.endsWith(".ParameterKey"));
  return Object.fromEntries(
    keys.flatMap(([name, key]) => {
      const value = parameters.get(name.replace(/Key$/, "Value"));
      return value === null ? [] : [[key, value]];
    }),
  );
}

function describedStack(status: string, { template, values }: StandInStack): string {
  const parameters = Object.entries(template.Parameters ?? {}).map(
    ([key, { Default }]) =>
      // A parameter without a default is secret.
      `<member><ParameterKey>${key}</ParameterKey><ParameterValue>${Default === undefined ? "****" : (values?.[key] ?? Default)}</ParameterValue></member>`,
  );
  const outputs = Object.entries(template.Outputs ?? {}).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${escaped(JSON.stringify(value))}</OutputValue></member>`,
  );
  return `<DescribeStacksResult><Stacks><member><StackStatus>${status}</StackStatus><Parameters>${parameters.join("")}</Parameters><Outputs>${outputs.join("")}</Outputs></member></Stacks></DescribeStacksResult>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
