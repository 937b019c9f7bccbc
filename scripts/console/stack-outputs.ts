import { type AwsCaller, awsCall, textIn } from "./aws-call.ts";

/** The outputs of a stack that was deployed. */
export async function stackOutputs(caller: AwsCaller, stack: string): Promise<ReadonlyMap<string, string>> {
  const xml = await awsCall(caller, {
    service: "cloudformation",
    endpoint: `https://cloudformation.${caller.region}.amazonaws.com`,
    path: "/",
    contentType: "application/x-www-form-urlencoded",
    body: new URLSearchParams({ Action: "DescribeStacks", Version: "2010-05-15", StackName: stack }).toString(),
  });
  const [, outputs = ""] = /<Outputs>([\s\S]*?)<\/Outputs>/.exec(xml) ?? [];
  return new Map(
    outputs
      .split("</member>")
      .map((member) => [textIn(member, "OutputKey") ?? "", textIn(member, "OutputValue") ?? ""] as const)
      .filter(([key]) => key !== ""),
  );
}
