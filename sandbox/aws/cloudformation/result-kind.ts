import type { PropertyType, Specification } from "./specification.ts";
import { type Call, intrinsic, isObject, type Template, type Value } from "./template.ts";

/** Kind of a value, as far as it is known before a stack is created. `nothing` is `AWS::NoValue`, which fits everywhere. */
export type Kind = "text" | "list" | "object" | "condition" | "nothing" | "any";

/** Pseudo parameters and the kinds of their values. */
export const pseudoParameters: Readonly<Record<string, Kind>> = {
  "AWS::AccountId": "text",
  "AWS::NoValue": "nothing",
  "AWS::NotificationARNs": "list",
  "AWS::Partition": "text",
  "AWS::Region": "text",
  "AWS::StackId": "text",
  "AWS::StackName": "text",
  "AWS::URLSuffix": "text",
};

/** Returns the kind of a literal or of the result of a function. Numbers and booleans are text. */
export function kindOf(value: Value, template: Template, specification: Specification): Kind {
  const call = intrinsic(value);
  if (call !== undefined) return resultKind(call, template, specification);
  if (Array.isArray(value)) return "list";
  return isObject(value) ? "object" : "text";
}

const fixed: Readonly<Record<string, Kind>> = {
  "Fn::Base64": "text",
  "Fn::ImportValue": "text",
  "Fn::Join": "text",
  "Fn::Sub": "text",
  "Fn::GetAZs": "list",
  "Fn::Split": "list",
  "Fn::And": "condition",
  "Fn::Equals": "condition",
  "Fn::Not": "condition",
  "Fn::Or": "condition",
  Condition: "condition",
};

function resultKind({ name, argument }: Call, template: Template, specification: Specification): Kind {
  switch (name) {
    case "Ref":
      return kindOfReference(String(argument), template);
    case "Fn::GetAtt": {
      const [resource, attribute] = Array.isArray(argument) ? argument : [];
      return kindOfAttribute(String(resource), String(attribute), template, specification);
    }
    case "Fn::If": {
      const [yes = "any", no = "any"] = (Array.isArray(argument) ? argument.slice(1) : []).map((branch) =>
        kindOf(branch, template, specification),
      );
      if (yes === "nothing") return no;
      return no === "nothing" || no === yes ? yes : "any";
    }
    case "Fn::Select": {
      const [index, list] = Array.isArray(argument) ? argument : [];
      if (Array.isArray(list)) return kindOf(list[Number(index)] ?? "", template, specification);
      return list !== undefined && intrinsic(list)?.name === "Fn::Split" ? "text" : "any";
    }
    default:
      return fixed[name] ?? "any";
  }
}

/** Returns the kind of a reference to a parameter or resource. */
export function kindOfReference(name: string, { Parameters = {} }: Template): Kind {
  const pseudo = pseudoParameters[name];
  if (pseudo !== undefined) return pseudo;
  const parameter = Parameters[name];
  const type = isObject(parameter) ? String(parameter.Type) : "";
  return /^(?:CommaDelimitedList$|(?:AWS::SSM::Parameter::Value<)?(?:List<|CommaDelimitedList>))/.test(type)
    ? "list"
    : "text";
}

/** Returns the kind of a resource's attribute, `any` if the specification doesn't say. */
export function kindOfAttribute(
  resource: string,
  attribute: string,
  { Resources }: Template,
  specification: Specification,
): Kind {
  const type = specification.resource(Resources[resource]?.Type ?? "")?.attributes[attribute]?.type;
  return type === undefined ? "any" : kindOfType(type);
}

export function kindOfType(type: PropertyType): Kind {
  switch (type.type) {
    case "array":
      return "list";
    case "ref":
    case "map":
    case "tag":
      return "object";
    case "json":
      return "any";
    case "union": {
      const [first = "any", ...others] = type.types.map(kindOfType);
      return others.every((kind) => kind === first) ? first : "any";
    }
    default:
      return "text";
  }
}
