import { RequestRejected } from "../errors.ts";
import type { ParameterValues } from "../evaluation/conditions.ts";
import type { Template } from "../template.ts";

type Declarations = Readonly<
  Record<string, { readonly Default?: string | number; readonly AllowedValues?: readonly (string | number)[] }>
>;

interface StackPlace {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly accountId: string;
}

/** Returns the values of a template's parameters and of the pseudo parameters. @throws RequestRejected */
export function parameterValues(
  { Parameters = {} }: Template,
  given: ParameterValues,
  { id, name, region, accountId }: StackPlace,
): ParameterValues {
  const unknown = Object.keys(given).filter((parameter) => !(parameter in Parameters));
  if (unknown.length > 0) throw new RequestRejected(`Parameters: [${unknown.join(", ")}] do not exist in the template`);
  const values = Object.entries(Parameters as Declarations).map(([parameter, { Default, AllowedValues }]) => {
    const value = given[parameter] ?? Default;
    if (value === undefined) throw new RequestRejected(`Parameters: [${parameter}] must have values`);
    if (AllowedValues !== undefined && !AllowedValues.map(String).includes(String(value)))
      throw new RequestRejected(`Parameter '${parameter}' must be one of AllowedValues`);
    return [parameter, String(value)] as const;
  });
  return {
    ...Object.fromEntries(values),
    "AWS::AccountId": accountId,
    "AWS::Partition": "aws",
    "AWS::Region": region,
    "AWS::StackId": id,
    "AWS::StackName": name,
    "AWS::URLSuffix": "amazonaws.com",
  };
}
