import { expect, test } from "vitest";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import type { Resource } from "../../sandbox/aws/cloudformation/template.ts";
import { servedContracts } from "../../scripts/check-routes.ts";
import { joinRoutes } from "../../scripts/rest-routes.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";

const part = (path: string, parent: unknown = { "Fn::GetAtt": ["Api", "RootResourceId"] }) => ({
  Type: "AWS::ApiGateway::Resource",
  Properties: { ParentId: parent, PathPart: path, RestApiId: { Ref: "Api" } },
});
const method = (resource: string, owner: string) => ({
  Type: "AWS::ApiGateway::Method",
  Properties: {
    ResourceId: { Ref: resource },
    RestApiId: { Ref: "Api" },
    Integration: { Uri: { "Fn::GetAtt": [`${owner}LambdaFunction`, "Arn"] } },
  },
});

test("paths of one function share a route, unless another function has a path below them", () => {
  const svc = { Ref: "Svc" };
  const resources: Parameters<typeof joinRoutes>[0] = {
    Svc: part("svc"),
    Health: part("health", svc),
    HealthAny: method("Health", "System"),
    Info: part("info", svc),
    InfoAny: method("Info", "System"),
    InfoRest: part("{path+}", { Ref: "Info" }),
    InfoRestAny: method("InfoRest", "System"),
    Settings: part("settings", svc),
    SettingsAny: method("Settings", "System"),
    Page: part("page", { Ref: "Settings" }),
    PageAny: method("Page", "Public"),
    Keys: part("keys", svc),
    KeysAny: method("Keys", "Keys"),
    Deployment: {
      Type: "AWS::ApiGateway::Deployment",
      Properties: {},
      DependsOn: ["HealthAny", "InfoAny", "InfoRestAny", "SettingsAny", "PageAny", "KeysAny"],
    },
  };
  joinRoutes(resources, "system");
  const rest = ["SvcRest", "SvcRestAny"];
  expect(Object.keys(resources)).toEqual([
    ...["Svc", "Settings", "SettingsAny", "Page", "PageAny", "Keys", "KeysAny", "Deployment", ...rest],
  ]);
  expect(resources.SvcRest).toEqual(part("{path+}", svc));
  expect(resources.SvcRestAny).toEqual(method("SvcRest", "System"));
  expect(resources.Deployment?.DependsOn).toEqual(["SettingsAny", "PageAny", "KeysAny", "SvcRestAny"]);
});

test("every operation's path leads to its function in the packaged stack", async () => {
  const { Resources } = packagedTemplate();
  const ownerOf = ownersIn(Resources);
  const contracts = await servedContracts(readRouteTable(new URL("../../serverless.yml", import.meta.url)));
  const wrong = Object.entries(contracts).flatMap(([name, contract]) =>
    Object.values(contract)
      .map(({ path }) => path.replaceAll(/\{\w+\+\}/g, "1/2").replaceAll(/\{\w+\}/g, "1"))
      .filter((path) => ownerOf(path) !== name)
      .map((path) => `${path} leads to ${ownerOf(path)} instead of ${name}`),
  );
  expect(wrong).toEqual([]);
  expect(Object.values(contracts).flatMap((contract) => Object.values(contract)).length).toBeGreaterThan(200);
  // Paths that don't exist.
  expect(["/svc/unknown", "/svc/api/unknown/1", "/elsewhere"].map(ownerOf)).toEqual(["system", "system", undefined]);
});

/**
 * Returns a function that names the function of a path. Stricter than API Gateway: a word that exists is never left for a variable next to
 * it, so that no route depends on how API Gateway continues its search.
 */
function ownersIn(resources: Readonly<Record<string, Resource>>): (path: string) => string | undefined {
  const all = Object.entries(resources);
  const refOf = (value: unknown) => (value as { readonly Ref?: string } | undefined)?.Ref;
  const methods = new Map(
    all.flatMap(([, { Type, Properties }]) => {
      const [, owner = ""] = /"(\w+)LambdaFunction"/.exec(JSON.stringify(Properties?.Integration ?? "")) ?? [];
      return Type === "AWS::ApiGateway::Method" ? [[refOf(Properties?.ResourceId), owner.toLowerCase()] as const] : [];
    }),
  );
  const childOf = (parent: string | undefined, isIt: (name: string) => boolean) =>
    all.find(
      ([, { Type, Properties }]) =>
        Type === "AWS::ApiGateway::Resource" &&
        refOf(Properties?.ParentId) === parent &&
        isIt(String(Properties?.PathPart)),
    );
  return (path) => {
    let at: string | undefined;
    for (const word of path.split("/").slice(1)) {
      const [child, resource] =
        childOf(at, (name) => name === word) ?? childOf(at, (name) => name.startsWith("{")) ?? [];
      if (child === undefined) return undefined;
      at = child;
      if (String(resource?.Properties?.PathPart).endsWith("+}")) break;
    }
    return methods.get(at);
  };
}
