import { RequestRejected } from "../errors.ts";
import type { ParameterValues } from "../evaluation/conditions.ts";
import type { Template } from "../template.ts";

/** Values of a request. A null keeps the value that the stack has. */
export type GivenParameters = Readonly<Record<string, string | null>>;

/** Declaration of a parameter, limited to what is checked. */
interface Declaration {
  readonly Default?: string | number;
  readonly AllowedValues?: readonly (string | number)[];
  readonly AllowedPattern?: string;
  readonly MinLength?: number | string;
  readonly MaxLength?: number | string;
}

interface StackPlace {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly accountId: string;
  /** Values that the stack has. */
  readonly parameters: ParameterValues;
}

/**
 * Returns the values of a template's parameters and of the pseudo parameters:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/parameters-section-structure.html
 * @throws RequestRejected
 */
export function parameterValues(
  { Parameters = {} }: Template,
  given: GivenParameters,
  { id, name, region, accountId, parameters: previous }: StackPlace,
): ParameterValues {
  const unknown = Object.keys(given).filter((parameter) => !(parameter in Parameters));
  if (unknown.length > 0) throw new RequestRejected(`Parameters: [${unknown.join(", ")}] do not exist in the template`);
  const declarations = Object.entries(Parameters as Readonly<Record<string, Declaration>>);
  const values = declarations.map(([parameter, declaration]) => {
    const value = given[parameter] === null ? previous[parameter] : (given[parameter] ?? declaration.Default);
    if (value === undefined) throw new RequestRejected(`Parameters: [${parameter}] must have values`);
    checkValue(parameter, String(value), declaration);
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

function checkValue(
  parameter: string,
  value: string,
  { AllowedValues, AllowedPattern, MinLength = 0, MaxLength = Number.POSITIVE_INFINITY }: Declaration,
): void {
  if (AllowedValues !== undefined && !AllowedValues.map(String).includes(value))
    throw new RequestRejected(`Parameter '${parameter}' must be one of AllowedValues`);
  if (AllowedPattern !== undefined && !new RegExp(`^(?:${AllowedPattern})$`).test(value))
    throw new RequestRejected(`Parameter '${parameter}' must match pattern ${AllowedPattern}`);
  if (value.length < Number(MinLength) || value.length > Number(MaxLength))
    throw new RequestRejected(`Parameter '${parameter}' must contain from ${MinLength} to ${MaxLength} characters`);
}
