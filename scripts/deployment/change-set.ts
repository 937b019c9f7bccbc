import { setTimeout as after } from "node:timers/promises";
import { type AwsCaller, awsCall, textIn } from "./aws-call.ts";

/** Template for CloudFormation: in the call, up to 51,200 bytes, or at an address in S3. */
export type TemplateSource = { readonly TemplateBody: string } | { readonly TemplateURL: string };

/** Checks of templates that change nothing. */
export interface TemplateChecks {
  /** @throws Error with CloudFormation's reason if the template is invalid */
  validate(template: TemplateSource): Promise<void>;
  /**
   * Lets CloudFormation plan a deployment without executing it, and deletes the plan. Returns the number of changes by action. `values` are
   * those of the template's parameters for a new stack; an existing one keeps its own.
   * @throws Error with CloudFormation's reason if it can't plan it
   */
  plan(
    stack: string,
    template: TemplateSource,
    values?: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, number>>>;
}

const changeSet = "validate";

/** Checks templates in one region. `pauseMs`: milliseconds between checks of a plan in progress. */
export function templateChecks(caller: AwsCaller, pauseMs = 5_000): TemplateChecks {
  const ask = (Action: string, parameters: Readonly<Record<string, string>>): Promise<string> =>
    awsCall(caller, {
      service: "cloudformation",
      endpoint: `https://cloudformation.${caller.region}.amazonaws.com`,
      path: "/",
      contentType: "application/x-www-form-urlencoded",
      body: new URLSearchParams({ Action, Version: "2010-05-15", ...parameters }).toString(),
    });

  async function exists(stack: string): Promise<boolean> {
    try {
      // A change set of a new stack leaves the stack in this state.
      return !(await ask("DescribeStacks", { StackName: stack })).includes("REVIEW_IN_PROGRESS");
    } catch (error) {
      if (error instanceof Error && error.message.includes("does not exist")) return false;
      throw error;
    }
  }

  async function changesOf(names: Readonly<Record<string, string>>): Promise<Readonly<Record<string, number>>> {
    const changes: Record<string, number> = {};
    for (let token = ""; ; ) {
      const xml = await ask("DescribeChangeSet", { ...names, ...(token !== "" && { NextToken: token }) });
      const status = textIn(xml, "Status") ?? "";
      if (status === "FAILED") {
        const reason = textIn(xml, "StatusReason") ?? "no reason given";
        if (reason.includes("didn't contain changes")) return {};
        throw new Error(`CloudFormation can't plan this deployment: ${reason}`);
      }
      if (status !== "CREATE_COMPLETE") {
        await after(pauseMs);
        continue;
      }
      for (const [, action = ""] of xml.matchAll(/<ResourceChange>[\s\S]*?<Action>(\w+)<\/Action>/g))
        changes[action] = (changes[action] ?? 0) + 1;
      token = textIn(xml, "NextToken") ?? "";
      if (token === "") return changes;
    }
  }

  return {
    async validate(template) {
      await ask("ValidateTemplate", { ...template });
    },
    async plan(stack, template, values = {}) {
      const isUpdate = await exists(stack);
      const names = { StackName: stack, ChangeSetName: changeSet };
      await ask("CreateChangeSet", {
        ...names,
        ...template,
        ChangeSetType: isUpdate ? "UPDATE" : "CREATE",
        "Capabilities.member.1": "CAPABILITY_IAM",
        ...parametersOf(values, isUpdate),
      });
      try {
        return await changesOf(names);
      } finally {
        await ask("DeleteChangeSet", names);
        // The change set created an empty stack.
        if (!isUpdate) await ask("DeleteStack", { StackName: stack });
      }
    },
  };
}

function parametersOf(values: Readonly<Record<string, string>>, isUpdate: boolean): Readonly<Record<string, string>> {
  const members = Object.entries(values).flatMap(([key, value], at) => {
    const member = `Parameters.member.${at + 1}`;
    const given = isUpdate ? [`${member}.UsePreviousValue`, "true"] : [`${member}.ParameterValue`, value];
    return [[`${member}.ParameterKey`, key], given];
  });
  return Object.fromEntries(members);
}
