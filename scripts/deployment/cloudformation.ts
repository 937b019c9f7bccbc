import { setTimeout as after } from "node:timers/promises";
import { type AwsCaller, awsCall, textIn } from "./aws-call.ts";

/** Stack as CloudFormation describes it. */
export interface Stack {
  readonly status: string;
  /** Reason for its state, if CloudFormation gives one. */
  readonly reason: string | undefined;
  readonly outputs: ReadonlyMap<string, string>;
  /** Values of parameters, masked if they are secret. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** CloudFormation operations of one region that deployments use. */
export interface CloudFormation {
  /** Returns undefined if there is no stack of this name. */
  stack(name: string): Promise<Stack | undefined>;
  /** Returns the `Metadata` of a stack's template. */
  metadata(name: string): Promise<unknown>;
  /** Creates or updates a stack and waits for the end. @throws Error if that fails */
  put(name: string, template: object): Promise<Stack>;
  /** Changes parameters of a stack, keeps its template and its other parameters, and waits for the end. @throws Error if that fails */
  changeParameters(name: string, changes: Readonly<Record<string, string>>): Promise<Stack>;
  /** Deletes a stack and waits for the end. Returns what is left of it if CloudFormation fails. */
  delete(name: string): Promise<Stack | undefined>;
  /** Creates a stack from existing resources and waits for the end. @throws Error if that fails */
  adopt(name: string, template: object, resources: readonly AdoptedResource[]): Promise<Stack>;
}

/** Existing resource, and the template's resource that it becomes. */
export interface AdoptedResource {
  readonly type: string;
  readonly logicalId: string;
  readonly identifier: Readonly<Record<string, string>>;
}

/** `pauseMs`: milliseconds between checks of an operation in progress. */
export function cloudFormation(caller: AwsCaller, pauseMs = 5_000): CloudFormation {
  async function ask(action: string, parameters: Readonly<Record<string, string>>): Promise<string> {
    return awsCall(caller, {
      service: "cloudformation",
      endpoint: `https://cloudformation.${caller.region}.amazonaws.com`,
      path: "/",
      contentType: "application/x-www-form-urlencoded",
      body: new URLSearchParams({ Action: action, Version: "2010-05-15", ...parameters }).toString(),
    });
  }

  async function stack(name: string): Promise<Stack | undefined> {
    try {
      return described(await ask("DescribeStacks", { StackName: name }));
    } catch (error) {
      if (isSaying(error, "does not exist")) return undefined;
      throw error;
    }
  }

  async function settled(name: string): Promise<Stack | undefined> {
    for (;;) {
      const found = await stack(name);
      // A change set that no one executed leaves the state REVIEW_IN_PROGRESS.
      if (found === undefined || isLeftover(found) || !found.status.endsWith("_IN_PROGRESS")) return found;
      await after(pauseMs);
    }
  }

  async function complete(name: string): Promise<Stack> {
    const found = await settled(name);
    if (found !== undefined && /^(?:CREATE|UPDATE|IMPORT)_COMPLETE$/.test(found.status)) return found;
    throw new Error(
      `The stack ${name} in ${caller.region} is ${found?.status ?? "missing"}: ${found?.reason ?? "see CloudFormation's events"}`,
    );
  }

  async function changeSet(name: string, set: string): Promise<void> {
    for (;;) {
      const xml = await ask("DescribeChangeSet", { StackName: name, ChangeSetName: set });
      const status = textIn(xml, "Status") ?? "";
      if (status === "CREATE_COMPLETE") return;
      if (status === "FAILED")
        throw new Error(
          `CloudFormation couldn't import the resources: ${textIn(xml, "StatusReason") ?? "no reason given"}`,
        );
      await after(pauseMs);
    }
  }

  return {
    stack,
    async metadata(name) {
      const text = textIn(await ask("GetTemplateSummary", { StackName: name }), "Metadata");
      return text === undefined ? undefined : JSON.parse(text);
    },
    async put(name, template) {
      const wanted = { StackName: name, TemplateBody: JSON.stringify(template), ...mayMakeRoles };
      let before = await settled(name);
      if (before !== undefined && isLeftover(before)) {
        await ask("DeleteStack", { StackName: name });
        before = await settled(name);
      }
      try {
        await ask(before === undefined ? "CreateStack" : "UpdateStack", wanted);
      } catch (error) {
        if (!isSaying(error, "No updates are to be performed")) throw error;
      }
      return complete(name);
    },
    async changeParameters(name, changes) {
      const { parameters } = await complete(name);
      const wanted = [...parameters.keys()].flatMap((key, at) => {
        const member = `Parameters.member.${at + 1}`;
        const value = changes[key];
        return [
          [`${member}.ParameterKey`, key],
          value === undefined ? [`${member}.UsePreviousValue`, "true"] : [`${member}.ParameterValue`, value],
        ];
      });
      await ask("UpdateStack", {
        StackName: name,
        UsePreviousTemplate: "true",
        ...Object.fromEntries(wanted),
        ...mayMakeRoles,
      });
      return complete(name);
    },
    async delete(name) {
      if ((await settled(name)) === undefined) return undefined;
      await ask("DeleteStack", { StackName: name });
      return settled(name);
    },
    async adopt(name, template, resources) {
      const set = "adopt";
      const wanted = Object.fromEntries(
        resources.flatMap(({ type, logicalId, identifier }, at) => {
          const member = `ResourcesToImport.member.${at + 1}`;
          return [
            [`${member}.ResourceType`, type],
            [`${member}.LogicalResourceId`, logicalId],
            ...Object.entries(identifier).flatMap(([key, value], place) => [
              [`${member}.ResourceIdentifier.entry.${place + 1}.key`, key],
              [`${member}.ResourceIdentifier.entry.${place + 1}.value`, value],
            ]),
          ];
        }),
      );
      await ask("CreateChangeSet", {
        StackName: name,
        ChangeSetName: set,
        ChangeSetType: "IMPORT",
        TemplateBody: JSON.stringify(template),
        ...wanted,
      });
      await changeSet(name, set);
      await ask("ExecuteChangeSet", { StackName: name, ChangeSetName: set });
      return complete(name);
    },
  };
}

/** True if a stack was never complete and everything in it was rolled back. */
export function isLeftover({ status, outputs }: Stack): boolean {
  if (status === "ROLLBACK_COMPLETE" || status === "REVIEW_IN_PROGRESS") return true;
  // A new stack that adopts resources.
  return status === "IMPORT_ROLLBACK_COMPLETE" && outputs.size === 0;
}

const mayMakeRoles = { "Capabilities.member.1": "CAPABILITY_IAM" };

function described(xml: string): Stack {
  return {
    status: textIn(xml, "StackStatus") ?? "",
    reason: textIn(xml, "StackStatusReason"),
    outputs: pairsIn(xml, "Output"),
    parameters: pairsIn(xml, "Parameter"),
  };
}

/** Returns keys and values of a list in a description. */
function pairsIn(xml: string, kind: "Output" | "Parameter"): ReadonlyMap<string, string> {
  const [, list = ""] = new RegExp(`<${kind}s>([\\s\\S]*?)</${kind}s>`).exec(xml) ?? [];
  return new Map(
    list
      .split("</member>")
      .map((member) => [textIn(member, `${kind}Key`) ?? "", textIn(member, `${kind}Value`) ?? ""] as const)
      .filter(([key]) => key !== ""),
  );
}

function isSaying(error: unknown, words: string): boolean {
  return error instanceof Error && error.message.includes(words);
}
